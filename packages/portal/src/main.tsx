import './styles/fonts.css';
import './styles/tokens.css';
import './styles/mantine.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { pageProblem } from './api/page-facts.ts';
import { createPortalClient } from './api/portal-client.ts';
import { createQueries } from './api/queries.ts';
import { openTabs } from './api/tabs.ts';
import { startLanguage } from './languages/language-preference.ts';
import { startLanguages } from './languages/start-languages.ts';
import { Portal } from './portal.tsx';
import { createPages } from './router.tsx';
import { reloadWhenRestored } from './shell/reload-when-restored.ts';
import { noteSignInLinks, restoreFragment } from './shell/signing-in.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

reloadWhenRestored(window);
noteSignInLinks(document);
restoreFragment();
const portal = createPortalClient({
  // Mails to the person come in the language of the page.
  fetch: (path, init) =>
    fetch(path, { ...init, headers: { ...init.headers, 'accept-language': document.documentElement.lang } }),
  cookies: () => document.cookie,
});
const translator = await startLanguages(startLanguage(document));
const queries = createQueries();
const pages = createPages({ queries, portal });
createRoot(root).render(
  <Portal {...{ pages, queries, portal, translator }} problem={pageProblem(document)} tabs={openTabs()} />,
);
// Nobody has a page translated before it shows: the code comes beside its data, and a page goes on without it.
void import('./shell/page-translation.ts').then(
  ({ withstandTranslation }) => withstandTranslation(window),
  () => {},
);

import './styles/fonts.css';
import './styles/tokens.css';
import './styles/mantine.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { startLanguage } from './languages/language-preference.ts';
import { startLanguages } from './languages/start-languages.ts';
import { pageProblem } from './page-facts.ts';
import { Portal } from './portal.tsx';
import { createPortalClient } from './portal-client.ts';
import { reloadWhenRestored } from './reload-when-restored.ts';
import { xhrTransport } from './tour-upload.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

reloadWhenRestored(window);
const portal = createPortalClient({
  fetch: (path, init) => fetch(path, init),
  cookies: () => document.cookie,
  upload: xhrTransport,
});
const translator = await startLanguages(startLanguage(document));
createRoot(root).render(<Portal portal={portal} translator={translator} problem={pageProblem(document)} />);

import { useLocation } from '@tanstack/react-router';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PublicConsole } from './public-console.tsx';

/** The console in the docs: for everybody, on the demo tours. */
export function PublicConsolePage() {
  const { t } = useConsoleWords();
  const { searchStr } = useLocation();
  return (
    <>
      <Crumb>
        <span>{t('docs.contents')}</span>
      </Crumb>
      <PageHeading title={t('docs.tryGateway')} lede={t('console:publicLede')} />
      <PublicConsole search={searchStr} />
    </>
  );
}

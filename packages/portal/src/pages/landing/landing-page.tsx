import { Link } from '@tanstack/react-router';
import { isSignedIn } from '../../api/account.ts';
import { gatewayAddress } from '../../api/page-facts.ts';
import { useAccount } from '../../api/portal-context.tsx';
import { landingChinese, landingEnglish } from '../../languages/landing-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';
import { paths, signInPath } from '../../shell/paths.ts';
import { SchemeButton } from '../../shell/scheme-button.tsx';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Logo } from '../../ui/logo.tsx';
import { exampleFacts, quickStart } from '../samples/examples.ts';
import styles from './landing-page.module.css';
import { LanguageButton } from './language-button.tsx';
import { SampleTour } from './sample-tour.tsx';

const words = { en: landingEnglish, zh: landingChinese } as const;

/** What this is, in three sentences, the two ways on, and a tour beside the call that reads it. */
export function LandingPage() {
  const { t } = useLaterWords('landing', words);
  const { account } = useAccount();
  return (
    <div className={styles.page}>
      <title>{t('titles.landing')}</title>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Logo />
          {t('brand')}
        </span>
        <nav className={styles.nav} aria-label={t('shell.main')}>
          <Link to={paths.docs} className={styles.link}>
            {t('shell.docs')}
          </Link>
          <LanguageButton />
          <SchemeButton />
        </nav>
      </header>
      <main className={styles.main}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t('landing:title')}</h1>
          <ol className={styles.lines}>
            <li>{t('landing:what')}</li>
            <li>{t('landing:how')}</li>
            <li>{t('landing:where')}</li>
          </ol>
          <div className={styles.actions}>
            {isSignedIn(account) ? (
              <Link to={paths.apps} className={buttonClass('primary')}>
                {t('landing:toApps')}
              </Link>
            ) : (
              <LinkButton look="primary" href={signInPath(paths.apps)}>
                {t('landing:signIn')}
              </LinkButton>
            )}
            <Link to={paths.docs} className={buttonClass('plain')}>
              {t('landing:readDocs')}
            </Link>
          </div>
        </div>
        <figure className={styles.example}>
          <SampleTour />
          <CodeBlock label={t('landing:example')} tabs={quickStart(exampleFacts(gatewayAddress(document)))} />
        </figure>
      </main>
    </div>
  );
}

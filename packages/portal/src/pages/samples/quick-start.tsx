import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shell/paths.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { quickStart } from './examples.ts';
import styles from './quick-start.module.css';
import { useExampleFacts } from './use-example-facts.ts';

interface QuickStartProps {
  readonly appKey: string;
  readonly teamId: string;
}

/** From an app's key to a tour of its Team, as code that runs unchanged. A Team without a tour sees where to get one. */
export function QuickStart({ appKey, teamId }: QuickStartProps) {
  const { t } = useTranslation();
  const { facts, hasNoTour } = useExampleFacts(appKey, teamId);
  return (
    <>
      {hasNoTour && (
        <p className={styles.none}>
          {t('app.noTourYet')} <Link to={paths.tours}>{t('app.importTour')}</Link>
        </p>
      )}
      <CodeBlock label={t('app.quickStart')} tabs={quickStart(facts)} />
    </>
  );
}

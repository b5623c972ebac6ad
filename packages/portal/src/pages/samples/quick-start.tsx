import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { gatewayAddress } from '../../api/page-facts.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { toursQuery } from '../../api/tours-query.ts';
import { paths } from '../../shell/paths.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { exampleFacts, quickStart } from './examples.ts';
import styles from './quick-start.module.css';

interface QuickStartProps {
  readonly appKey: string;
  readonly teamId: string;
}

/** From an app's key to a tour of its own Team, as code that runs as it stands. A Team without one is told where to get it. */
export function QuickStart({ appKey, teamId }: QuickStartProps) {
  const { t } = useTranslation();
  const { data } = useInfiniteQuery(toursQuery(usePortal(), teamId, ''));
  const tours = data?.pages[0]?.tours;
  const readable = tours?.find(({ isActive }) => isActive) ?? tours?.[0];
  const facts = { ...exampleFacts(gatewayAddress(document)), appKey };
  return (
    <>
      {tours?.length === 0 && (
        <p className={styles.none}>
          {t('app.noTourYet')} <Link to={paths.tours}>{t('app.importTour')}</Link>
        </p>
      )}
      <CodeBlock
        label={t('app.quickStart')}
        tabs={quickStart(readable === undefined ? facts : { ...facts, resourceCode: readable.resourceCode })}
      />
    </>
  );
}

import type { OperationData, Team } from '@openhouse/contract';
import { type Answers, readTour, shownOperations, type Tour } from '@openhouse/viewer/inside';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayAddress } from '../../api/page-facts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './explorer.module.css';
import { Explorer } from './explorer.tsx';
import { Lacks } from './lacks.tsx';
import type { OperationAnswers } from './operation-answer.ts';
import { filesOnPortal } from './tour/addresses.ts';

interface TourViewProps {
  readonly team: Team;
  readonly resourceCode: string;
  readonly info: OperationData['vr-info'];
  readonly answers: OperationAnswers;
  /** The first failure of the portal itself, of answers that are missing. */
  readonly error: Error | undefined;
}

/** One tour, from its answers: what it is, what of it cannot be shown, and the explorer. */
export function TourView({ team, resourceCode, info, answers, error }: TourViewProps) {
  const { t } = useTranslation();
  const tour = useTour(info, answers, team.id, resourceCode);
  return (
    <>
      <PageHeading title={tour.name} lede={<Facts tour={tour} resourceCode={resourceCode} />} />
      {error !== undefined && <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />}
      <Lacks lacks={tour.lacks} answers={Object.values(answers)} />
      <Explorer team={team} tour={tour} resourceCode={resourceCode} answers={answers} />
    </>
  );
}

/** The tour that answers describe; the same object as long as the data is the same. */
function useTour(
  info: OperationData['vr-info'],
  answers: OperationAnswers,
  teamId: string,
  resourceCode: string,
): Tour {
  const told = shownOperations.map((operation) => answers[operation]?.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is as good as its data; ids of requests change.
  return useMemo(() => {
    const given = Object.fromEntries(shownOperations.map((operation, at) => [operation, told[at]])) as Answers;
    return readTour(
      { ...given, 'vr-info': info },
      filesOnPortal({ gateway: gatewayAddress(document), team: teamId, resourceCode }),
    );
  }, [...told, teamId, resourceCode]);
}

function Facts({ tour, resourceCode }: { readonly tour: Tour; readonly resourceCode: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.facts}>
      <Status tone={tour.isActive ? 'ok' : 'idle'}>{t(tour.isActive ? 'explorer.active' : 'explorer.inactive')}</Status>
      <span className={styles.code}>
        <code>{resourceCode}</code>
        <CopyButton value={resourceCode} what={t('explorer.resourceCode')} />
      </span>
      <span>{t('explorer.viewpoints', { count: tour.viewpoints.length })}</span>
      {tour.floors.length > 1 && <span>{t('explorer.floorCount', { count: tour.floors.length })}</span>}
    </span>
  );
}

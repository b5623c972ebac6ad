import { TEAM_FILES, TEAM_STORED_BYTES, type TeamLimits, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { toursKey } from '../../api/tours-query.ts';
import { planChinese, planEnglish } from '../../languages/plan-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';
import { sizeText } from '../../ui/bytes.ts';
import styles from './tours-page.module.css';

const words = { en: planEnglish, zh: planChinese } as const;

interface PlanRestProps {
  readonly teamId: string;
  /** Told how large one upload may be, in bytes. */
  readonly onUploadBytes: (bytes: number) => void;
}

/**
 * What the Team's plan leaves, before somebody uploads; nothing where it limits no import more than usual. Where it cannot be read, the import
 * says what it finds no room for.
 */
export function PlanRest({ teamId, onUploadBytes }: PlanRestProps) {
  const portal = usePortal();
  const { data: limits } = useQuery({
    // Read again with the tours.
    queryKey: [...toursKey(teamId), 'of the plan', 'limits'],
    queryFn: async ({ signal }) => (await portal.call('get-limits', {}, signal)).limits,
  });
  useEffect(() => {
    if (limits !== undefined) onUploadBytes(limits.uploadBytes);
  }, [limits, onUploadBytes]);
  return limits === undefined ? null : <Rest {...limits} />;
}

function Rest({ plan, tours, storedBytes, files, uploadBytes, used }: TeamLimits) {
  const { t, i18n } = useLaterWords('plan', words);
  const size = (bytes: number) => sizeText(Math.max(0, bytes), i18n.language);
  const number = (count: number) => count.toLocaleString(i18n.language);
  const left = [
    tours !== null && t('plan:tours', { rest: Math.max(0, tours - used.tours), count: tours }),
    storedBytes < TEAM_STORED_BYTES &&
      t('plan:storage', { rest: size(storedBytes - used.storedBytes), all: size(storedBytes) }),
    files < TEAM_FILES && t('plan:files', { rest: number(Math.max(0, files - used.files)), all: number(files) }),
    uploadBytes < TOUR_UPLOAD_MAX_BYTES && t('plan:upload', { size: size(uploadBytes) }),
  ].filter(Boolean);
  if (left.length === 0) return null;
  return <p className={styles.rest}>{[t('plan:plan', { plan }), ...left].join(' · ')}</p>;
}

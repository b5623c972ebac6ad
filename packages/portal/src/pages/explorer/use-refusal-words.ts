import type { GatewayFailureStatus } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import type { OperationAnswer } from './operation-answer.ts';

type Refused = Pick<OperationAnswer, 'status' | 'message' | 'retryAfterS'>;

/** Failures that pass by themselves: whoever looks at a tour has nothing to mend. */
const passing = ['err_rate_limited', 'err_unavailable', 'err_internal'] as const;
type Passing = (typeof passing)[number];

/**
 * @returns What an answer without data says to whoever looks at the tour, and what to do, in the page's language. The
 *   gateway's own English sentence is used for a status that these pages do not know.
 */
export function useRefusalWords(): (operations: string, refused: Refused) => string {
  const { t, i18n } = useTranslation();
  const reason = ({ status, message }: Refused): string => {
    if (passing.includes(status as Passing)) return t(`explorer.passing.${status as Passing}`);
    return i18n.exists(`usage.mend.${status}`) ? t(`usage.mend.${status as GatewayFailureStatus}`) : message;
  };
  return (operations, refused) =>
    [
      t('explorer.answeredFailure', { operation: operations, status: refused.status }),
      reason(refused),
      refused.retryAfterS === undefined ? '' : t('problems.again', { seconds: refused.retryAfterS }),
    ]
      .filter(Boolean)
      .join(' ');
}

import type { TFunction } from 'i18next';
import { PortalUnreachable } from '../api/portal-error.ts';

/** What proxies answer while nothing answers behind them. */
const BY_PROXIES: readonly unknown[] = [502, 503, 504];
const TOO_LARGE = 413;

/** What to know and to do where no answer of the portal came: by what came in its place. */
export function unreachableWords(t: TFunction, error: unknown): string {
  const status = error instanceof PortalUnreachable ? error.httpStatus : undefined;
  if (status === undefined) return t('problems.unreachableText');
  if (BY_PROXIES.includes(status)) return t('problems.behindProxyText', { status });
  return status === TOO_LARGE ? t('problems.tooLargeText') : t('problems.elsewhereText', { status });
}

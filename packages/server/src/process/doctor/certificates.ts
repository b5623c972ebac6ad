import type { Config } from '../../config/config.ts';
import { type Certificate, endsSoon, lookAtCertificates } from '../certificates.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const DAY_MS = 86_400_000;
const check = 'certificate';

/** Whether something renews the certificates that the configuration leads to. Who shows one that has ended is named by its own check. */
export async function examineCertificates(config: Config): Promise<Finding[]> {
  const nowMs = Date.now();
  const seen = await lookAtCertificates(config);
  return seen.flatMap((one) => findingOf(one, nowMs));
}

function findingOf(one: Certificate, nowMs: number): Finding[] {
  const { of, where, isFile, endMs } = one;
  const days = Math.floor(Math.abs(endMs - nowMs) / DAY_MS);
  if (endMs < nowMs) {
    const says = `That in ${where} (${of}) ended ${days} days ago.`;
    return isFile ? [broken(check, says, 'Renew it there, and restart the processes that read it.')] : [];
  }
  const says = `That ${isFile ? 'in' : 'of'} ${where} (${of}) ends in ${days} days.`;
  return [endsSoon(one, nowMs) ? warning(check, says, 'Renew it, and see why nothing has.') : ok(check, says)];
}

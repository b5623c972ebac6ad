import { ask, isAnswered, objectOf } from './ask.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const check = 'plain HTTP';
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * What becomes of a back end that writes http:// for the gateway: it must fail, for what it sends goes unencrypted.
 * @param baseUrl Where the gateway itself answers.
 * @returns Nothing for a gateway without TLS, as in development.
 */
export async function plainHttpFindings(baseUrl: string): Promise<Finding[]> {
  if (!baseUrl.startsWith('https:')) return [];
  const address = baseUrl.replace('https:', 'http:');
  const answer = await ask(`${address}/open`);
  if (!isAnswered(answer)) return [ok(check, `Nothing is served at ${address}.`)];
  if (REDIRECTS.includes(answer.status)) {
    const says = `${address} redirects: a client that is redirected has already sent its secret unencrypted, and nobody notices.`;
    const mend = 'Let the proxy refuse plain HTTP for this name, or not listen for it; in nginx: return 403.';
    return [warning(check, says, mend)];
  }
  const body = objectOf(answer);
  if (body !== undefined && 'trace_id' in body && 'request_id' in body) {
    const says = `The gateway answers at ${address} too: secrets and tokens that are sent there go unencrypted.`;
    return [broken(check, says, 'Let the proxy refuse plain HTTP for this name; in nginx: return 403.')];
  }
  return [ok(check, `${address} is refused.`)];
}

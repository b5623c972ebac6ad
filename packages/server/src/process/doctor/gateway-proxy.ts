import { randomUUID } from 'node:crypto';
import { ask, isAnswered, objectOf } from './ask.ts';
import { broken, type Finding, ok } from './finding.ts';

const check = "gateway's proxy";
/** A read whose path a proxy that decodes paths sends on as another one. */
const ENCODED = '/open/v3/vr/%69nfo?resource_code=openhouse-doctor';
const READ = '/open/v3/vr/info?resource_code=openhouse-doctor';

/** What a proxy in front of the gateway must leave alone: tokens, answers and paths. @param baseUrl Where the gateway itself answers. */
export async function gatewayProxyFindings(baseUrl: string): Promise<Finding[]> {
  const said = async (path: string, init: RequestInit = {}) => {
    const answer = await ask(`${baseUrl}${path}`, init);
    return isAnswered(answer) ? objectOf(answer) : undefined;
  };
  // An address of its own: what a cache kept of an earlier look would say nothing of this one.
  const asked = `${READ}&look=${randomUUID()}`;
  const first = await said(asked);
  const again = await said(asked);
  const withToken = await said(READ, { headers: { authorization: 'openhouse-doctor' } });
  const encoded = await said(ENCODED);
  const findings: Finding[] = [];
  if (first?.request_id !== undefined && first.request_id === again?.request_id) {
    const says = 'A proxy in front keeps the answers of the gateway, and gives one caller those of another.';
    findings.push(broken(check, says, 'Let it cache nothing of the gateway: answers are no-store.'));
  }
  if (withToken?.status === 'err_access_token_missing') {
    const says = 'A proxy in front takes the Authorization header away: every read is refused.';
    findings.push(broken(check, says, 'Let it pass that header on, as it came.'));
  }
  if (isOfToken(encoded?.status)) {
    const says = 'A proxy in front decodes or normalises paths, which the gateway matches byte for byte.';
    findings.push(
      broken(check, says, 'Let it pass paths on as they came; in nginx: proxy_pass without a path, not even /.'),
    );
  }
  return findings.length > 0
    ? findings
    : [ok(check, 'What is in front passes tokens, paths and answers on as they are.')];
}

/** The gateway looks at a token only once it knows the path. */
const isOfToken = (status: unknown): boolean => typeof status === 'string' && status.startsWith('err_access_token');

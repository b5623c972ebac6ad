import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { getUser, importTours, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import type { Config } from '../../config/config.ts';
import { servesPortal } from '../../config/parts.ts';
import { isLoopbackHost } from '../../kernel/http/hosts.ts';
import { ANSWER_MS, type Answered, ask, isAnswered, notThere, objectOf, unreachable } from './ask.ts';
import { dateHeaderVerdict } from './database.ts';
import { broken, type Finding, ok, skipped, warning } from './finding.ts';
import { gatewayProxyFindings } from './gateway-proxy.ts';
import { plainHttpFindings } from './plain-http.ts';
import { type Mismatches, mismatchesSeen, operatorUrl } from './service.ts';

const REFUSED = 'its certificate';

/** The service itself, from outside, as people and back ends reach it: the surfaces of this process's part. */
export async function examineAddresses(config: Config): Promise<Finding[]> {
  // Who serves the portal gives out the gateway's address too.
  const [portal, gateway] = await Promise.all([
    servesPortal(config) ? ask(`${config.PORTAL_URL}${getUser.path}`) : undefined,
    ask(`${config.BASE_URL}/open`),
  ]);
  const findings: Finding[] = [];
  const addresses: string[] = [];
  for (const [check, named, answer] of [
    ['portal', 'PORTAL_URL', portal],
    ['gateway', 'BASE_URL', gateway],
  ] as const) {
    if (answer === undefined) continue;
    const address = config[named];
    addresses.push(address);
    if (isAnswered(answer)) findings.push(answeredFinding(check, named, address, answer));
    // A service that is stopped is no fault; a certificate that nobody takes is.
    else if (answer.says.startsWith(REFUSED)) findings.push(unreachable(check, address, named, answer));
    else findings.push(notThere(check, address, named, answer));
  }
  if (gateway !== undefined && isAnswered(gateway) && whoAnswers(gateway) === 'gateway') {
    const [proxy, plain] = await Promise.all([
      gatewayProxyFindings(config.BASE_URL),
      plainHttpFindings(config.BASE_URL),
    ]);
    findings.push(...proxy, ...plain);
  }
  if (portal === undefined)
    return isAnswered(gateway) ? [...findings, ...(await operatorFinding(config, addresses))] : findings;
  if (!isAnswered(portal)) return findings;
  const date = portal.headers.get('date');
  if (date !== null) findings.push(dateHeaderVerdict('portal clock', date, portal.asked));
  if (whoAnswers(portal) !== 'portal') return findings;
  return [
    ...findings,
    await proxiesFinding(config),
    await uploadFinding(config.PORTAL_URL),
    ...(await operatorFinding(config, addresses)),
  ];
}

/** @returns Which of the two surfaces made the answer; undefined when neither did. */
function whoAnswers(answer: Answered): 'portal' | 'gateway' | undefined {
  const body = objectOf(answer);
  if (body === undefined) return undefined;
  if ('trace_id' in body && 'request_id' in body) return 'gateway';
  return 'isAuthenticated' in body || answer.text.includes('"isAuthenticated"') || 'error' in body
    ? 'portal'
    : undefined;
}

function answeredFinding(check: 'portal' | 'gateway', named: string, address: string, answer: Answered): Finding {
  const who = whoAnswers(answer);
  if (who === check && answer.status < 500) return ok(check, `${address} answers.`);
  if (who === check) {
    return warning(
      check,
      `${address} answers HTTP ${answer.status}.`,
      'See /readyz of its operator port, and its log.',
    );
  }
  if (who !== undefined) {
    const mend = 'Exchange PORTAL_URL and BASE_URL, or the ports that the proxy in front sends the two names to.';
    return broken(check, `${named} is ${address}, but the ${who} answers there.`, mend);
  }
  const says = `${named} is ${address}, but something else answers there (HTTP ${answer.status}).`;
  return broken(
    check,
    says,
    `Compare ${named} with the proxy in front: it sends this name elsewhere, or its back end is away.`,
  );
}

/** Asks the portal from outside and looks what its process saw of the way: only it knows who stands in front. */
async function proxiesFinding(config: Config): Promise<Finding> {
  const check = 'proxies';
  const before = await mismatchesSeen(config);
  if (before === undefined) return skipped(check, `Nobody answers at ${operatorUrl(config)}: no service runs here.`);
  // More than once: another machine may answer some of them.
  for (let asked = 0; asked < 4; asked += 1) await ask(`${config.PORTAL_URL}${getUser.path}`);
  const after = (await mismatchesSeen(config)) ?? before;
  const seen = (kind: keyof Mismatches) => after[kind] > before[kind];
  const hops = config.TRUST_PROXY_HOPS;
  const shared = 'so all callers share one limit, and the audit log names the proxy';
  if (seen('unbelieved')) {
    const says = `A proxy in front says where calls come from, but TRUST_PROXY_HOPS is 0, ${shared}.`;
    return broken(
      check,
      says,
      'Set TRUST_PROXY_HOPS to the number of your proxies that write X-Forwarded-For or Forwarded.',
    );
  }
  if (seen('missing')) {
    const says = `TRUST_PROXY_HOPS is ${hops}, but calls arrive with fewer entries: whoever calls may write them.`;
    return broken(
      check,
      says,
      'Lower TRUST_PROXY_HOPS, let the proxy write the header, or correct TRUST_PROXY_HEADER.',
    );
  }
  if (seen('beyond')) {
    const says = `TRUST_PROXY_HOPS is ${hops}, but a call of this machine arrives with more entries, ${shared}.`;
    return broken(check, says, 'Raise TRUST_PROXY_HOPS by the proxy that was not counted.');
  }
  return ok(check, hops === 0 ? 'None says where calls come from.' : `What arrives fits TRUST_PROXY_HOPS ${hops}.`);
}

/** Announces the largest upload, without sending it: a proxy that takes less refuses at once. */
async function uploadFinding(portalUrl: string): Promise<Finding> {
  const check = 'upload size';
  const target = new URL(`${portalUrl}${importTours.path}`);
  const headers = {
    'content-type': 'application/zip',
    'content-length': String(TOUR_UPLOAD_MAX_BYTES),
    expect: '100-continue',
  };
  const status = await new Promise<number>((resolve) => {
    const make = target.protocol === 'https:' ? httpsRequest : httpRequest;
    const asking = make(target, { method: 'POST', headers, timeout: ANSWER_MS });
    asking.on('response', (answer) => resolve(answer.statusCode ?? 0));
    for (const event of ['continue', 'error', 'timeout', 'close']) asking.on(event, () => resolve(0));
    asking.flushHeaders();
    setTimeout(() => resolve(0), ANSWER_MS).unref();
    const end = () => asking.destroy();
    asking.on('response', end);
    asking.on('continue', end);
    asking.on('timeout', end);
  });
  const most = `${TOUR_UPLOAD_MAX_BYTES / 1024 / 1024} MiB`;
  if (status !== 413) return ok(check, `Nothing in front refuses a tour of ${most}.`);
  const mend = `Let the proxy take ${most} for the portal; in nginx: client_max_body_size ${TOUR_UPLOAD_MAX_BYTES / 1024 / 1024}m.`;
  return broken(check, `A proxy in front refuses a tour of ${most}, which the portal would take.`, mend);
}

/** Whether strangers reach the operator's port: by the public names, or by the proxy. */
async function operatorFinding(config: Config, addresses: readonly string[]): Promise<Finding[]> {
  const check = 'operator port';
  const hosts = addresses.map((address) => new URL(address).hostname);
  const direct = isLoopbackHost(config.OPERATOR_HOST)
    ? []
    : hosts.map((host) => `http://${host}:${config.OPERATOR_PORT}`);
  for (const address of new Set([...direct, ...addresses])) {
    const answer = await ask(`${address}/metrics`);
    if (!isAnswered(answer) || !answer.text.includes('\nopenhouse_')) continue;
    const mend = direct.includes(address)
      ? 'Let OPERATOR_HOST name an address of the inner network.'
      : 'Let the proxy forward to the portal and the gateway only.';
    return [broken(check, `The operator port answers at ${address}: everybody may read its metrics.`, mend)];
  }
  return [ok(check, 'The public addresses do not lead to it.')];
}

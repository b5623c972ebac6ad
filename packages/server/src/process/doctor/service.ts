import { createServer } from 'node:net';
import { type Config, listensOn, portVariables } from '../../config/config.ts';
import { FORWARDING_MISMATCHES } from '../../observe/metrics.ts';
import { listenAs } from '../ports.ts';
import { ask, isAnswered, objectOf } from './ask.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Where a process of this machine answers its operator. */
export function operatorUrl({ OPERATOR_HOST, OPERATOR_PORT }: Pick<Config, 'OPERATOR_HOST' | 'OPERATOR_PORT'>): string {
  const every: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const host = every[OPERATOR_HOST] ?? (OPERATOR_HOST.includes(':') ? `[${OPERATOR_HOST}]` : OPERATOR_HOST);
  return `http://${host}:${OPERATOR_PORT}`;
}

/** The service of this machine: does it run, what does it say of itself, or could it start? */
export async function examineService(config: Config): Promise<Finding[]> {
  const answer = await ask(`${operatorUrl(config)}/readyz`);
  const body = isAnswered(answer) ? objectOf(answer) : undefined;
  if (body === undefined || !('ready' in body)) return examinePorts(config);
  const sentences = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const reasons = sentences(body.reasons);
  return [
    reasons.length === 0
      ? ok('service', 'It runs on this machine, and is ready.')
      : broken('service', `It runs, and cannot serve: ${reasons.join('; ')}.`, 'See the findings below, and its log.'),
    ...sentences(body.warnings).map((says) => warning('service', `It says: ${says}.`, 'See its log.')),
  ];
}

/** Whether a start would get its ports. */
async function examinePorts(config: Config): Promise<Finding[]> {
  const used = portVariables.filter((variable) => listensOn(config, variable));
  const findings: Finding[] = [];
  for (const variable of used) {
    const host = variable === 'OPERATOR_PORT' ? config.OPERATOR_HOST : config.LISTEN_HOST;
    const server = createServer();
    const problem = await listenAs(server, config, variable, host).then(
      () => undefined,
      (error: Error & { problems?: readonly string[] }) => error.problems?.[0] ?? `${variable} cannot be used`,
    );
    if (problem === undefined) await new Promise((resolve) => server.close(resolve));
    else findings.push(broken('ports', `${problem}.`, 'Otherwise the service cannot start.'));
  }
  return findings.length > 0 ? findings : [ok('ports', 'No service runs on this machine, and its ports are free.')];
}

/** Calls of the portal whose forwarding header did not fit TRUST_PROXY_HOPS, by how. */
export type Mismatches = Readonly<Record<(typeof FORWARDING_KINDS)[number], number>>;
const FORWARDING_KINDS = ['unbelieved', 'missing', 'beyond'] as const;

/** @returns undefined when no service answers on this machine. */
export async function mismatchesSeen(config: Config): Promise<Mismatches | undefined> {
  const answer = await ask(`${operatorUrl(config)}/metrics`);
  if (!isAnswered(answer) || answer.status !== 200) return undefined;
  const count = (kind: string) =>
    Number(new RegExp(`^${FORWARDING_MISMATCHES}\\{kind="${kind}"\\} (\\d+)`, 'm').exec(answer.text)?.[1] ?? 0);
  return Object.fromEntries(FORWARDING_KINDS.map((kind) => [kind, count(kind)])) as Mismatches;
}

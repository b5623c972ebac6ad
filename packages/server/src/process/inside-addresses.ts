import { insideProblem, outsideAddressesOf } from '../config/apps.ts';
import { type Config, isProduction } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { judgeHost } from '../kernel/http/outside-fetch.ts';

type Addressed = Pick<Config, 'SERVE_ONLY' | ReturnType<typeof outsideAddressesOf>[number] | 'ALLOW_INSIDE_HOSTS'>;

/**
 * Addresses that must be on the internet, by what their names resolve to now (decision 0094). A name that does not
 * resolve is left: the name server may be away, and each call is checked again.
 * @returns A sentence for each that is inside the network.
 */
export async function insideAddresses(config: Addressed, judge = judgeHost): Promise<string[]> {
  const rules = { allowedHosts: config.ALLOW_INSIDE_HOSTS };
  const judged = outsideAddressesOf(config).map(async (name) => {
    const address = config[name];
    if (address === null) return [];
    return (await judge(new URL(address).hostname, rules)) === 'inside' ? [insideProblem(name)] : [];
  });
  return (await Promise.all(judged)).flat();
}

/** @throws {ConfigError} In production, naming every address that is inside the network. */
export async function refuseInsideAddresses(config: Config): Promise<void> {
  const problems = isProduction(config) ? await insideAddresses(config) : [];
  if (problems.length > 0) throw new ConfigError(problems);
}

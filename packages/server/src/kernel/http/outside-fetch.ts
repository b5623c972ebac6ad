import { type LookupAddress, lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as fetchThrough, type RequestInit } from 'undici';
import { bareHost, isSameHost, leadsInside } from './hosts.ts';

/** Milliseconds to connect, including the lookup of the name. */
const CONNECT_MS = 10_000;

/** Refused before a byte was sent: the address, or one that its name resolves to, is not of the public internet. */
export class LeadsInside extends Error {
  override readonly name = 'LeadsInside';
  readonly code = 'LEADS_INSIDE';

  /** @param host Without its port. */
  constructor(host: string) {
    super(
      `${host} leads inside this network, not to the internet. Name an address of the internet, or add the host to ALLOW_INSIDE_HOSTS.`,
    );
  }
}

export interface OutsideRules {
  /** Hosts that may be inside the network, as a URL has them, without ports: `ALLOW_INSIDE_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** How names are resolved; the system's resolver when absent. */
  readonly lookup?: LookupFunction;
  /** Certificates to trust, in PEM, in place of the usual ones. */
  readonly ca?: readonly string[];
}

/**
 * Fetches addresses that somebody else wrote: webhooks, files of a tour, whatever a setting or a person names (decision
 * 0094). Use it as `fetch`: create one with `outsideFetch({ allowedHosts: config.ALLOW_INSIDE_HOSTS })` and call it for
 * every address; bound time and size as with `fetch` (`signal`, and count the body as it arrives).
 * Each connection is checked, and so each redirect. The host must not be private, loopback, link-local, unique-local,
 * multicast, IPv4-mapped or translated (NAT64, 6to4), nor a name of the operator's own network, and its name must
 * resolve to none of these. The connection then goes to exactly the addresses that were checked: the name is not
 * resolved again, so DNS rebinding has no effect.
 * @returns A fetch that throws {LeadsInside}, or the `TypeError` of `fetch` when a connection fails.
 */
export function outsideFetch(rules: OutsideRules): typeof fetch {
  const dispatcher = new Agent({ connect: connector(rules) });
  return async (address, init) => {
    try {
      // Node's own fetch is an older undici, which does not take a dispatcher of this one; their answers are alike.
      const request = { ...init, dispatcher } as RequestInit;
      return (await fetchThrough(String(address), request)) as unknown as Response;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      throw cause instanceof LeadsInside ? cause : error;
    }
  };
}

/**
 * Checks a host now, without a connection: for a setting or a form, so that its author gets the error at once. What it
 * resolves to can change later, so calls must use `outsideFetch` all the same.
 * @param host As `URL.hostname` has it.
 * @returns `unknown` when its name does not resolve at the moment.
 */
export async function judgeHost(host: string, rules: OutsideRules): Promise<'outside' | 'inside' | 'unknown'> {
  if (isAllowed(host, rules)) return 'outside';
  if (leadsInside(host)) return 'inside';
  return new Promise((resolve) => {
    judgingLookup(rules)(bareHost(host), { all: true }, (error) => {
      if (error === null) resolve('outside');
      else resolve(error instanceof LeadsInside ? 'inside' : 'unknown');
    });
  });
}

const isAllowed = (host: string, { allowedHosts }: OutsideRules): boolean =>
  allowedHosts.some((allowed) => isSameHost(allowed, host));

function connector(rules: OutsideRules): buildConnector.connector {
  const common = { timeout: CONNECT_MS, ...(rules.ca && { ca: [...rules.ca] }) };
  const guarded = buildConnector({ ...common, lookup: judgingLookup(rules) });
  const open = buildConnector({ ...common, ...(rules.lookup && { lookup: rules.lookup }) });
  return (options, callback) => {
    const { hostname } = options;
    if (isAllowed(hostname, rules)) open(options, callback);
    // An IP address is connected to without a lookup.
    else if (leadsInside(hostname)) callback(new LeadsInside(hostname), null);
    else guarded(options, callback);
  };
}

/** Resolves a name, and refuses it when any of its addresses is inside: the system chooses which one is used. */
function judgingLookup({ lookup = lookUpName as LookupFunction }: OutsideRules): LookupFunction {
  return (name, options, callback) => {
    lookup(name, options, (error, address, family) => {
      const addresses: string[] = [address]
        .flat()
        .map((each: string | LookupAddress) => (typeof each === 'string' ? each : each.address));
      if (error === null && addresses.some(leadsInside)) callback(new LeadsInside(name), [], 0);
      else callback(error, address, family);
    });
  };
}

import type { Server } from 'node:net';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { listen } from '../kernel/http/listen.ts';

export type PortVariable = 'PORTAL_PORT' | 'GATEWAY_PORT' | 'SIGN_IN_PORT' | 'OPERATOR_PORT';

/**
 * Starts listening on a port of the configuration.
 * @throws {ConfigError} When the port is in use, or not permitted. What may pass by itself it says in `mayPass`.
 */
export async function listenAs(server: Server, config: Config, variable: PortVariable, host: string): Promise<void> {
  await listen(server, config[variable], host).catch((error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    const problem = problemOf(code, config, variable, host);
    throw problem === undefined ? error : new ConfigError([problem], PASSING.has(code));
  });
}

/**
 * What may be otherwise at the next start although nobody has mended anything: a process that ends gives its port back, and an
 * address or a name comes with its network, after DHCP, a VPN or a failover. A slip looks alike, but to try in vain costs less
 * than a service that stays down after a power failure.
 */
const PASSING = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EAI_FAIL', 'ENOTFOUND']);

function problemOf(code: string, config: Config, variable: PortVariable, host: string): string | undefined {
  const hostVariable = variable === 'OPERATOR_PORT' ? 'OPERATOR_HOST' : 'LISTEN_HOST';
  switch (code) {
    case 'EADDRINUSE':
      return `${variable}: another program listens on ${config[variable]}. Stop it or name another port`;
    case 'EACCES':
      return `${variable}: this user may not listen on ${config[variable]}. Name a port from 1024, or give it the right`;
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return `${hostVariable}: this machine has no address ${host}. Name one of its own, or 0.0.0.0 for every interface`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAFNOSUPPORT':
      return `${hostVariable}: ${host} is no address, and no name that leads to one. Name an address of this machine`;
    default:
      return undefined;
  }
}

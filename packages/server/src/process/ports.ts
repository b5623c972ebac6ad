import type { Server } from 'node:net';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { listen } from '../kernel/http/listen.ts';

export type PortVariable = 'PORTAL_PORT' | 'GATEWAY_PORT' | 'SIGN_IN_PORT' | 'OPERATOR_PORT';

/**
 * Starts listening on a port of the configuration.
 * @throws {ConfigError} When another program has the port.
 */
export async function listenAs(server: Server, config: Config, variable: PortVariable, host: string): Promise<void> {
  await listen(server, config[variable], host).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError([
      `${variable}: another program listens on ${config[variable]}. Stop it or name another port`,
    ]);
  });
}

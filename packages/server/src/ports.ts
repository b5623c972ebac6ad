import type { Server } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './config-variables.ts';
import { listen } from './listen.ts';
import type { SurfaceName } from './surfaces.ts';

/** The port of each surface. */
export const portOf = {
  gateway: 'GATEWAY_PORT',
  'sign-in': 'SIGN_IN_PORT',
  portal: 'PORTAL_PORT',
} as const satisfies Record<SurfaceName, keyof Config>;

/**
 * Starts listening on a port of the configuration.
 * @throws {ConfigError} When another program has the port.
 */
export async function listenAs(
  server: Server,
  config: Config,
  variable: (typeof portOf)[SurfaceName] | 'OPERATOR_PORT',
  host: string,
): Promise<void> {
  await listen(server, config[variable], host).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError([
      `${variable}: another program listens on ${config[variable]}. Stop it or name another port`,
    ]);
  });
}

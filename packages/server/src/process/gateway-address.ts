import type { Config } from '../config/config.ts';

/** Addresses that stand for every interface: nobody can connect to them. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '': 'localhost' };

/** Where a gateway in this process listens, as this process reaches it: no proxy and no name in between. */
export function ownGatewayAddress({ LISTEN_HOST, GATEWAY_PORT }: Pick<Config, 'LISTEN_HOST' | 'GATEWAY_PORT'>): string {
  const host = LOOPBACK_OF[LISTEN_HOST] ?? (LISTEN_HOST.includes(':') ? `[${LISTEN_HOST}]` : LISTEN_HOST);
  return `http://${host}:${GATEWAY_PORT}`;
}

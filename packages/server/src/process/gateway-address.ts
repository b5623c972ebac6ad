import type { Config } from '../config/config.ts';
import { servesGateway } from '../config/parts.ts';

/** Addresses of every interface, which cannot be connected to. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '': 'localhost' };

/** Address of a gateway in this process, for calls from this process: without a proxy and a name in between. */
export function ownGatewayAddress({ LISTEN_HOST, GATEWAY_PORT }: Pick<Config, 'LISTEN_HOST' | 'GATEWAY_PORT'>): string {
  const host = LOOPBACK_OF[LISTEN_HOST] ?? (LISTEN_HOST.includes(':') ? `[${LISTEN_HOST}]` : LISTEN_HOST);
  return `http://${host}:${GATEWAY_PORT}`;
}

/**
 * Address of the gateway for the portal's back end: the one of its own process, unless another is named or there is
 * none.
 */
export function gatewayAddressOf(config: Config): string {
  return config.GATEWAY_INTERNAL_URL ?? (servesGateway(config) ? ownGatewayAddress(config) : config.BASE_URL);
}

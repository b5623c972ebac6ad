import type { Config } from '../config/config.ts';
import type { Proxies } from '../kernel/http/client-address.ts';

/** The proxies in front of every surface. */
export const proxiesOf = (config: Pick<Config, 'TRUST_PROXY_HOPS' | 'TRUST_PROXY_HEADER'>): Proxies => ({
  hops: config.TRUST_PROXY_HOPS,
  header: config.TRUST_PROXY_HEADER,
});

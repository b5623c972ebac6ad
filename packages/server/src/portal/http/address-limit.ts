import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Proxies, rawClientAddress } from '../../kernel/http/client-address.ts';
import { countedAddress } from '../../kernel/http/ip-address.ts';
import type { Limiter } from '../../kernel/limiter/limiter.ts';
import { PortalError } from './portal-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted against the caller's address: pages and their files, which a browser requests by the dozen. */
    uncounted?: boolean;
  }
}

/** The portal's limit of calls by address (decision 0029). */
export interface AddressLimit {
  readonly limiter: Limiter;
  /** Calls an address may make in a minute; 0 switches the limit off. */
  readonly perMinute: number;
  /** Bits of an IPv6 address that are counted as one. */
  readonly ipv6Bits: number;
  readonly proxies: Proxies;
}

/**
 * Counts a call of the portal before anything else is looked at.
 * @throws {PortalError} RATE_LIMITED with Retry-After, from the hook.
 */
export function countAddress(limit: AddressLimit) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const { uncounted, protection } = request.routeOptions.config;
    // An identity provider sends logouts in bulk from one address; refusing one would leave a session alive.
    if (limit.perMinute === 0 || uncounted === true || protection === 'signed body') return;
    // A separate key: calls of the gateway from the same address do not count here.
    await takeOfAddress(limit, 'portal-ip', limit.perMinute, request);
  };
}

/**
 * Takes one call of those that an address may make in a minute.
 * @param counts What is counted, apart from everything else that is.
 * @throws {PortalError} RATE_LIMITED with Retry-After
 */
export async function takeOfAddress(
  { limiter, ipv6Bits, proxies }: Omit<AddressLimit, 'perMinute'>,
  counts: string,
  perMinute: number,
  request: FastifyRequest,
): Promise<void> {
  const counted = countedAddress(rawClientAddress(request.raw, proxies), ipv6Bits);
  const verdict = await limiter.take(`${counts}:${counted}`, perMinute);
  if (verdict.allowed) return;
  throw new PortalError(
    'RATE_LIMITED',
    `This IP address has used its ${perMinute} calls of this minute. Try again in ${verdict.resetS} seconds.`,
    { 'retry-after': String(verdict.resetS) },
  );
}

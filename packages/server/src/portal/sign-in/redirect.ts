import type { FastifyReply } from 'fastify';
import type { ProviderAddress } from '../identity/identity-provider.ts';
import type { SafePath } from './rules.ts';

/**
 * 302. The only code of the portal that sets Location: its type admits a judged path or an adapter's address, so no
 * text from a request can get there.
 */
export function redirectTo(reply: FastifyReply, target: SafePath | ProviderAddress): FastifyReply {
  return reply.code(302).header('location', target).send();
}

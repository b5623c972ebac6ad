import { cleanName } from '@openhouse/contract';
import type { FastifyRequest } from 'fastify';
import { PortalError } from '../http/portal-error.ts';
import type { Asking } from '../session/asking.ts';
import type { OperatorOf } from './acting.ts';

/** What an operator does to something, and why. */
export interface Decision {
  readonly asking: Asking;
  readonly reason: string;
}

/** Reads a decision from a request. */
export type DecisionOf = (request: FastifyRequest, body: { readonly reason: string }) => Promise<Decision>;

/** @returns What reads decisions of operators. @throws {PortalError} what `operator` throws, and REQUEST_INVALID */
export const deciding =
  (operator: OperatorOf): DecisionOf =>
  async (request, { reason }) => ({ asking: await operator(request), reason: givenReason(reason) });

/** The reason as it is kept and shown. @throws {PortalError} REQUEST_INVALID */
function givenReason(text: string): string {
  const reason = cleanName(text);
  if (reason === '') throw new PortalError('REQUEST_INVALID', '/reason holds nothing that can be seen. Say why.');
  return reason;
}

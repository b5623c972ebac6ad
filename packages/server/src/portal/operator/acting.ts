import type { FastifyRequest } from 'fastify';
import { OPERATOR_NAME, type OperatorActor } from '../audit-chain/entry.ts';
import { PortalError } from '../http/portal-error.ts';
import { type Asking, type AskingOf, requireFreshSignIn } from '../session/asking.ts';
import type { Operators } from '../session/operators.ts';

/** Returns the operator who asks; every operator route goes through it. */
export type OperatorOf = (request: FastifyRequest) => Promise<Asking>;

/**
 * Lets operators through who have signed in recently, and commands at the store.
 * @throws {PortalError} AUTH_REQUIRED, OPERATOR_REQUIRED, SIGN_IN_TOO_OLD
 */
export function operatorOf(askingOf: AskingOf, { maxSignInAgeS }: Operators): OperatorOf {
  return async (request) => {
    const asking = await askingOf(request);
    if (!asking.isOperator) throw new PortalError('OPERATOR_REQUIRED');
    requireFreshSignIn(asking, maxSignInAgeS);
    return asking;
  };
}

/** How the audit names an operator who acts for a reason. */
export function actorOf(asking: Asking, reason: string): OperatorActor {
  const { userCode, name } = asking.operator ?? asking;
  return { userCode, name, shownAs: OPERATOR_NAME, reason };
}

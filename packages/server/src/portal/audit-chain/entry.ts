import {
  type AuditAction,
  type GatewayFailureStatus,
  OPERATOR_CODE,
  type PortalFailureCode,
} from '@openhouse/contract';

/** Who did it; empty texts stand for the service itself. */
export interface Actor {
  /** Public code of the person. */
  readonly userCode: string;
  readonly name: string;
  readonly ipAddress: string;
  /** Set where an operator acts, and not a person of the Team (decision 0132). */
  readonly operator?: OperatorActor;
}

/** An operator as the audit names one. */
export interface OperatorActor {
  /** Public code of the person, or `operator` for a command at the store: for the installation's own chain. */
  readonly userCode: string;
  readonly name: string;
  /** Name in the Team's audit, in place of the operator's own. */
  readonly shownAs: string;
  /** In the operator's own words; empty where none was given. */
  readonly reason: string;
}

/** The service itself, when it completes a person's request. */
export const THE_SERVICE: Actor = { userCode: '', name: '', ipAddress: '' };

/** Name of an operator in the audit of a Team; which one it was is recorded in the installation's chain. */
export const OPERATOR_NAME = 'Operator';

/** Address in the audit log for what was done at the store, and in a Team's log for all that operators do. */
export const AT_THE_STORE = 'operator';

/** A command at the store, for actions without the portal's calls. */
export function operatorAtStore(reason: string): Actor {
  const operator = { userCode: OPERATOR_CODE, name: OPERATOR_NAME, shownAs: OPERATOR_NAME, reason };
  return { userCode: OPERATOR_CODE, name: OPERATOR_NAME, ipAddress: AT_THE_STORE, operator };
}

/**
 * A person as the subject of an entry. By the code it says who it was after a change of name, and of several who have the same
 * one; `person_of_subject` of migration 0075 reads it. People who never signed in have no name yet.
 */
export function personAsSubject({ name, userCode }: { readonly name: string; readonly userCode: string }): string {
  return name === '' ? userCode : `${name} (${userCode})`;
}

/** A new audit entry. Holds no secret: the subject is a name, a public code, or both. */
export interface NewEntry {
  /** Id of the Team in digits. */
  readonly teamId: string;
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly subject: string;
  readonly outcome: 'succeeded' | PortalFailureCode | GatewayFailureStatus;
}

/** An entry of the installation's chain alone, for an action that is recorded in no single Team's chain. */
export interface NewOperatorEntry {
  readonly action: AuditAction;
  readonly operator: OperatorActor;
  readonly ipAddress: string;
  /** Public code of the Team concerned; empty where there is none. */
  readonly team: string;
  readonly subject: string;
  readonly outcome: NewEntry['outcome'];
}

import type { AuditAction, GatewayFailureStatus, PortalFailureCode } from '@openhouse/contract';

/** Who did it; empty texts stand for the service itself. */
export interface Actor {
  /** Public code of the person. */
  readonly userCode: string;
  readonly name: string;
  readonly ipAddress: string;
}

/** The service itself, when it completes what a person asked for. */
export const THE_SERVICE: Actor = { userCode: '', name: '', ipAddress: '' };

/** What the log says of one deed. Holds no secret: the subject is a name or a public code. */
export interface NewEntry {
  /** Id of the Team in digits. */
  readonly teamId: string;
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly subject: string;
  readonly outcome: 'succeeded' | PortalFailureCode | GatewayFailureStatus;
}

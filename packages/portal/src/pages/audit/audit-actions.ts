import type { AuditAction } from '@openhouse/contract';

const named: { readonly [Action in AuditAction]: true } = {
  'team.create': true,
  'team.rename': true,
  'team.activate': true,
  'member.invite': true,
  'member.invitation-revoke': true,
  'member.join': true,
  'member.role': true,
  'member.remove': true,
  'app.create': true,
  'app.complete': true,
  'app.rename': true,
  'app.disable': true,
  'app.enable': true,
  'secret.reveal': true,
  'secret.rotate': true,
  'secret.retire': true,
  'tour.import': true,
  'tour.activate': true,
  'tour.remove': true,
  'session.start': true,
  'session.end': true,
  'session.command-line': true,
};

/** Every action of the log; one that the contract adds does not compile until it is here and has its words. */
export const auditActions = Object.keys(named) as readonly AuditAction[];

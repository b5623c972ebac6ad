import { getUser, me } from './account.ts';
import { agentEndpoints } from './agents.ts';
import { appEndpoints } from './apps.ts';
import { auditEndpoints } from './audit.ts';
import { botCheckEndpoints } from './bot-check.ts';
import { commandLineConsentEndpoints, commandLineDeviceEndpoints } from './command-line.ts';
import { callDemo, consoleEndpoints, listOperations } from './console.ts';
import { embedEndpoints } from './embeds.ts';
import { feedbackEndpoints } from './feedback.ts';
import { operatorAuditEndpoints } from './operator/audit.ts';
import { findEndpoints } from './operator/find.ts';
import { personalDataEndpoints } from './operator/personal-data.ts';
import { planEndpoints } from './operator/plans.ts';
import { standingEndpoints } from './operator/standing.ts';
import { anyTeamDeletionEndpoints } from './operator/team-deletion.ts';
import { limitEndpoints } from './plans.ts';
import { secretEndpoints } from './secrets.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';
import { getStatus, noteEndpoints } from './status.ts';
import { credentialEndpoints } from './team-credentials.ts';
import { teamDeletionEndpoints } from './team-deletion.ts';
import { teamEndpoints } from './teams.ts';
import { tourEndpoints } from './tours.ts';
import { usageEndpoints } from './usage.ts';
import { warningEndpoints } from './warnings.ts';
import { listenForEvents } from './webhook-listeners.ts';
import { webhookEndpoints } from './webhooks.ts';

/** Every JSON call of the portal. */
export const portalEndpoints = [
  getUser,
  me,
  listSessions,
  endSession,
  endAllSessions,
  listOperations,
  callDemo,
  getStatus,
  ...commandLineDeviceEndpoints,
] as const;
export type DeclaredPortalEndpoint = (typeof portalEndpoints)[number];

/** The JSON calls of operators (decision 0132). */
export const operatorEndpoints = [
  ...findEndpoints,
  ...standingEndpoints,
  ...anyTeamDeletionEndpoints,
  ...personalDataEndpoints,
  ...planEndpoints,
  ...operatorAuditEndpoints,
  ...noteEndpoints,
] as const;

export type DeclaredOperatorEndpoint = (typeof operatorEndpoints)[number];

/** The JSON calls of Teams, apps, secrets and audit, and those of operators. */
export const dashboardEndpoints = [
  ...teamEndpoints,
  ...teamDeletionEndpoints,
  ...appEndpoints,
  ...botCheckEndpoints,
  ...secretEndpoints,
  ...auditEndpoints,
  ...credentialEndpoints,
  ...agentEndpoints,
  ...tourEndpoints,
  ...embedEndpoints,
  ...consoleEndpoints,
  ...usageEndpoints,
  ...limitEndpoints,
  ...warningEndpoints,
  ...webhookEndpoints,
  listenForEvents,
  ...feedbackEndpoints,
  ...commandLineConsentEndpoints,
  ...operatorEndpoints,
] as const;
export type DeclaredDashboardEndpoint = (typeof dashboardEndpoints)[number];

export * from './account.ts';
export * from './agents.ts';
export * from './app-settings.ts';
export * from './apps.ts';
export * from './audit.ts';
export * from './bot-check.ts';
export * from './command-line.ts';
export * from './console.ts';
export * from './credential-scopes.ts';
export * from './credentials.ts';
export * from './csrf.ts';
export * from './embeds.ts';
export * from './envelope.ts';
export * from './explorer.ts';
export * from './failures.ts';
export * from './failures.zh.ts';
export * from './feedback.ts';
export * from './idempotency-header.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './operator/audit.ts';
export * from './operator/find.ts';
export * from './operator/personal-data.ts';
export * from './operator/plans.ts';
export { OperatorApp, OperatorPerson, OperatorTeam } from './operator/shown.ts';
export * from './operator/standing.ts';
export * from './operator/team-deletion.ts';
export * from './pages.ts';
export * from './plans.ts';
export { PortalClock } from './portal-clock.ts';
export * from './portal-endpoint.ts';
export * from './row-id.ts';
export * from './secrets.ts';
export * from './sessions.ts';
export * from './sign-in-routes.ts';
export * from './status.ts';
export * from './suspension.ts';
export * from './team-credentials.ts';
export * from './team-deletion.ts';
export * from './team-header.ts';
export * from './teams.ts';
export * from './ticket-gateway.ts';
export * from './tours.ts';
export * from './upstream-apps.ts';
export * from './usage.ts';
export * from './warnings.ts';
export * from './webhook-events.ts';
export * from './webhook-listeners.ts';
export * from './webhooks.ts';

import { getUser, me } from './account.ts';
import { appEndpoints } from './apps.ts';
import { auditEndpoints } from './audit.ts';
import { botCheckEndpoints } from './bot-check.ts';
import { commandLineConsentEndpoints, commandLineDeviceEndpoints } from './command-line.ts';
import { callDemo, consoleEndpoints, listOperations } from './console.ts';
import { feedbackEndpoints } from './feedback.ts';
import { secretEndpoints } from './secrets.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';
import { teamEndpoints } from './teams.ts';
import { tourEndpoints } from './tours.ts';
import { usageEndpoints } from './usage.ts';

/** Every JSON call of the portal. */
export const portalEndpoints = [
  getUser,
  me,
  listSessions,
  endSession,
  endAllSessions,
  listOperations,
  callDemo,
  ...commandLineDeviceEndpoints,
] as const;
export type DeclaredPortalEndpoint = (typeof portalEndpoints)[number];

/** The JSON calls of Teams, apps, secrets and audit. */
export const dashboardEndpoints = [
  ...teamEndpoints,
  ...appEndpoints,
  ...botCheckEndpoints,
  ...secretEndpoints,
  ...auditEndpoints,
  ...tourEndpoints,
  ...consoleEndpoints,
  ...usageEndpoints,
  ...feedbackEndpoints,
  ...commandLineConsentEndpoints,
] as const;
export type DeclaredDashboardEndpoint = (typeof dashboardEndpoints)[number];

export * from './account.ts';
export * from './apps.ts';
export * from './audit.ts';
export * from './bot-check.ts';
export * from './command-line.ts';
export * from './console.ts';
export * from './credentials.ts';
export * from './csrf.ts';
export * from './envelope.ts';
export * from './explorer.ts';
export * from './failures.ts';
export * from './feedback.ts';
export * from './idempotency-header.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './pages.ts';
export * from './portal-endpoint.ts';
export * from './secrets.ts';
export * from './sessions.ts';
export * from './sign-in-routes.ts';
export * from './team-header.ts';
export * from './teams.ts';
export * from './ticket-gateway.ts';
export * from './tours.ts';
export * from './upstream-apps.ts';
export * from './usage.ts';

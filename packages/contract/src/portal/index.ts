import { getUser, me } from './account.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';

/** Every JSON call of the portal. */
export const portalEndpoints = [getUser, me, listSessions, endSession, endAllSessions] as const;
export type DeclaredPortalEndpoint = (typeof portalEndpoints)[number];

export * from './account.ts';
export * from './csrf.ts';
export * from './envelope.ts';
export * from './failures.ts';
export * from './pages.ts';
export * from './portal-endpoint.ts';
export * from './sessions.ts';
export * from './sign-in-routes.ts';
export * from './ticket-gateway.ts';

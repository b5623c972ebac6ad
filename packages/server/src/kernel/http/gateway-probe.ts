/**
 * What the portal asks a gateway to see whether it answers: a question that browsers ask before they read a file, which is
 * answered before anybody knows who asks, without the database.
 */
export const GATEWAY_PROBE = { method: 'OPTIONS', path: '/files/status' } as const;

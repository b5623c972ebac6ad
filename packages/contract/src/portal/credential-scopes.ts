/** What a credential of a Team may be good for, each with what it covers (decision 0186). */
export const credentialScopes = ['tours:read', 'tours:write', 'apps:read'] as const;
export type CredentialScope = (typeof credentialScopes)[number];

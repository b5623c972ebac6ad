import { MCP_PATH } from '@openhouse/contract';

export const AUTHORIZE_PATH = '/oauth/authorize';
export const REGISTER_PATH = '/oauth/register';
export const TOKEN_PATH = '/oauth/token';
/** Where a program finds out whom to ask (RFC 9728, 3.1). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** The resource that an agent's token is for. */
export const mcpAddress = (portalUrl: string): string => `${portalUrl}${MCP_PATH}`;

import {
  CsrfHeaders,
  dashboardEndpoints,
  gatewayEndpoints,
  PortalCookieValues,
  type PortalEndpoint,
  portalEndpoints,
  SignInCallbackQuery,
  secretPaths,
  ticketGatewayCalls,
  UpstreamAppsHeaders,
  upstreamAppsCalls,
} from '@openhouse/contract';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Headers that carry credentials, whatever the contract says of them. */
const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie'];

/** Names of the fields that the contract marks secret, wherever they stand in a payload. */
export function secretFieldNames(): readonly string[] {
  const schemas: readonly unknown[] = [
    ...gatewayEndpoints.flatMap(({ query, body, data }) => [query, body?.schema, data]),
    ...[...portalEndpoints, ...dashboardEndpoints].flatMap((endpoint: PortalEndpoint) => [
      endpoint.params,
      endpoint.query,
      endpoint.body,
      endpoint.data,
    ]),
    ...[...ticketGatewayCalls, ...upstreamAppsCalls].flatMap(({ request, data }) => [request, data]),
    UpstreamAppsHeaders,
    PortalCookieValues,
    SignInCallbackQuery,
    CsrfHeaders,
  ];
  const paths = schemas.flatMap((schema) => secretPaths(schema));
  // Elements of a marked list are blanked with the list: `*` alone would blank every field.
  const names = paths.flatMap((path) => path.split('.').findLast((segment) => segment !== '*') ?? []);
  return [...new Set(names)].sort();
}

/**
 * JSON lines. What the contract marks secret is blanked at the top level and two levels below it, as a second lock:
 * the code logs named fields only, never a request or a body.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const names = new Set([...secretFieldNames(), ...SECRET_HEADERS]);
  const paths = [...names].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[secret]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

export type { Logger };

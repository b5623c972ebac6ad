import { gatewayEndpoints, secretPaths } from '@openhouse/contract';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Headers that carry credentials. */
const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie', 'x-csrf-token'];

/** Names of the fields that the contract marks secret, wherever they stand in a payload. */
export function secretFieldNames(): readonly string[] {
  const paths = gatewayEndpoints.flatMap((endpoint) => [
    ...secretPaths(endpoint.data),
    ...secretPaths(endpoint.query),
    ...secretPaths(endpoint.body?.schema),
  ]);
  // Elements of a marked list are blanked with the list: `*` alone would blank every field.
  const names = paths.flatMap((path) => path.split('.').findLast((segment) => segment !== '*') ?? []);
  return [...new Set(names)].sort();
}

/**
 * JSON lines. What the contract marks secret is blanked at the top level and two levels below it, as a second lock:
 * the code logs named fields only, never a request or a body.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const names = [...secretFieldNames(), ...SECRET_HEADERS];
  const paths = names.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[secret]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

export type { Logger };

import type { IncomingMessage } from 'node:http';
import { GatewayError } from './gateway-error.ts';

/**
 * Refuses what Node lets through although two readers could understand it differently: it accepts a second Host header
 * and silently keeps the first of two Authorization headers.
 */
export function screenRequest(request: IncomingMessage): GatewayError | undefined {
  let hosts = 0;
  let authorizations = 0;
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  // HTTP/1.0 knows no Host header; since 1.1 there is exactly one (RFC 9112, 3.2).
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
    return new GatewayError('err_request_malformed', `The request has ${hosts} Host headers. Send exactly one.`);
  }
  if (authorizations > 1) {
    return new GatewayError(
      'err_access_token_invalid',
      'The request has more than one Authorization header. Send one.',
    );
  }
  return undefined;
}

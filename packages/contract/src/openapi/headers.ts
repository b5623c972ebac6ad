import { IGNORED_PARAMETERS_HEADER } from '../envelope.ts';
import type { JsonObject } from './schema-components.ts';

/** The response headers that callers may rely on. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The request_id of the envelope. Quote it when you ask for help.',
    schema: { type: 'string' },
  },
  [IGNORED_PARAMETERS_HEADER]: {
    description:
      'Names of the parameters that the operation does not take and that were ignored, separated by commas. Missing where none were.',
    schema: { type: 'string' },
    example: 'lang',
  },
  RateLimit: {
    description:
      'What is left: for each limit its name, r the requests left in the window and t the seconds until it is full again. Missing while limits are off.',
    schema: { type: 'string' },
    example: '"ip";r=499;t=60, "app";r=255;t=60',
  },
  'RateLimit-Policy': {
    description:
      'The limits: for each its name, q the requests a window allows and w the window in seconds. Missing while limits are off.',
    schema: { type: 'string' },
    example: '"ip";q=500;w=60, "app";q=256;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
  Allow: {
    description: 'The methods this path takes.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
} as const satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof responseHeaders;

const ON_EVERY_RESPONSE: readonly HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
const ALSO_BY_HTTP_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  200: [IGNORED_PARAMETERS_HEADER],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** References to the headers of a response with this HTTP status. */
export function headersOf(httpStatus: number): JsonObject {
  const names = [...ON_EVERY_RESPONSE, ...(ALSO_BY_HTTP_STATUS[httpStatus] ?? [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

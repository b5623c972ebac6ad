import { namesTeam, type PortalDataOf, type PortalEndpoint, type PortalQueryOf } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { answerSchema } from './answer-schema.ts';
import { PortalError } from './portal-error.ts';

/** How a mutating route is protected from calls by other sites; the first is the default. */
export type Protection =
  /** Session, CSRF pair, origin and JSON (SPEC 5.1). */
  | 'csrf pair'
  /** Origin alone: sign-out by POST (decision 0026). */
  | 'origin'
  /** Reads no session, so there are no rights to abuse: origin and JSON (decision 0046). */
  | 'for nobody'
  /**
   * Called by another server, which authenticates itself in the body (decision 0027) or by a code in the address (decision 0155);
   * reads no session.
   */
  | 'signed body'
  /**
   * Called by a code host, which signs the bytes of the body (decision 0193); reads no session, so no browser lends it any rights.
   * Counted against its address, as whoever is not signed in.
   */
  | 'signed bytes'
  /** The address holds a code that is all the right there is, and mail programs call it (RFC 8058, decision 0155). */
  | 'code in address'
  /**
   * Reads no session: a bearer token, if anything, is all the right there is, and pages of any origin may call (decision 0228).
   * JSON, as everything else.
   */
  | 'any origin'
  /** The same, for a form that holds a code (RFC 6749, 4.1.3). */
  | 'code in form';

export const DEFAULT_PROTECTION: Protection = 'csrf pair';

declare module 'fastify' {
  interface FastifyContextConfig {
    protection?: Protection;
    /** Media types of an upload; absent for JSON fields. */
    uploadTypes?: readonly string[];
    /** Refused to sessions of the command line (decision 0047). */
    browserOnly?: boolean;
    /** Allowed to a page that shows another Team than the active one (decision 0095). */
    anyTeam?: boolean;
    /** The answer holds a secret and is stored nowhere (decision 0088). */
    answerNotKept?: boolean;
    /** Seconds for which a repetition gets the first answer; an hour if absent. */
    answerKeptS?: number;
  }
}

/** One validated call of a declared endpoint. */
export interface PortalCall<E extends PortalEndpoint> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Static<E['params']>;
  readonly body: E['body'] extends TSchema ? Static<E['body']> : undefined;
  readonly query: PortalQueryOf<E>;
}

/**
 * Serves a declared endpoint. Fields that the contract does not declare never leave: the schema serialises the answer.
 */
export function servePortalEndpoint<E extends PortalEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: PortalCall<E>) => Promise<PortalDataOf<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: endpoint.method === 'GET',
    config: {
      protection: endpoint.method === 'POST' && endpoint.access === 'anyone' ? 'for nobody' : DEFAULT_PROTECTION,
      browserOnly: endpoint.access === 'browser',
      anyTeam: !namesTeam(endpoint),
      answerNotKept: endpoint.answerNotKept === true,
      ...(endpoint.answerKeptS !== undefined && { answerKeptS: endpoint.answerKeptS }),
      ...(endpoint.scopes !== undefined && { scopes: endpoint.scopes }),
    },
    ...answerSchema(endpoint),
    handler: async (request, reply) => {
      const params = checkedParams<E['params']>(endpoint.params, request.params);
      const body = endpoint.body === undefined ? undefined : checkedBody(endpoint, endpoint.body, request.body ?? {});
      const query = endpoint.query === undefined ? undefined : checkedQuery(endpoint.query, request.query);
      const call = { request, reply, params, body, query } as PortalCall<E>;
      return { data: await handler(call) };
    },
  });
}

/** Query parameters, validated. One that is sent twice is a list, and no declaration takes a list. */
export function checkedQuery<Schema extends TSchema>(schema: Schema, query: unknown): Static<Schema> {
  return checkedTexts(schema, query, 'The query');
}

/** Path parameters, validated, for routes that answer with something other than JSON. */
export function checkedParams<Schema extends TSchema>(schema: Schema, params: unknown): Static<Schema> {
  return checkedTexts(schema, params);
}

/** The body, validated. Fields whose own rule refuses a NUL are left to it: names, and what is handed on. */
function checkedBody(endpoint: PortalEndpoint, schema: TSchema, body: unknown): unknown {
  if (endpoint.isHandedOn === true) return checked(schema, body);
  return checkedTexts(schema, body, 'The body', endpoint.failures?.includes('NAME_INVALID') ? '/name' : undefined);
}

/**
 * @param judged The place of a text that is judged elsewhere.
 * @throws {PortalError} REQUEST_INVALID also for a NUL, which PostgreSQL can neither store nor find (decision 0153).
 */
function checkedTexts<Schema extends TSchema>(
  schema: Schema,
  given: unknown,
  whole?: string,
  judged?: string,
): Static<Schema> {
  const value = checked(schema, given, whole);
  const place = placeOfNul(value);
  if (place === undefined || place === judged) return value;
  throw new PortalError('REQUEST_INVALID', `${place} holds a NUL character. Leave it out.`);
}

function checked<Schema extends TSchema>(schema: Schema, value: unknown, whole = 'The body'): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  // The field and the rule, never the value.
  const place = first?.instancePath === '' || first === undefined ? whole : first.instancePath;
  throw new PortalError(
    'REQUEST_INVALID',
    `${place} ${first?.message ?? 'is malformed'}. Compare it with the reference.`,
  );
}

/** @returns The JSON pointer of the first text that holds a NUL. */
function placeOfNul(whole: unknown): string | undefined {
  // No recursion: a body may hold fields of thousands of levels that no schema looks at.
  const left: [place: string, value: unknown][] = [['', whole]];
  for (const [place, value] of left) {
    if (typeof value === 'string' && value.includes('\0')) return place;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) left.push([`${place}/${name}`, inner]);
  }
  return undefined;
}

import type { Static, TObject, TSchema } from 'typebox';
import type { CredentialScope } from './credential-scopes.ts';
import type { PortalFailureCode } from './failures.ts';

/** The complete declaration of one JSON call of the portal: validation, types, OpenAPI and the pages' client are derived from it. */
export interface PortalEndpoint<
  Name extends string = string,
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Params extends TObject = TObject,
  Body extends TObject | undefined = TObject | undefined,
  Data extends TSchema = TSchema,
  Query extends TObject | undefined = TObject | undefined,
> {
  /** Kebab-case name; the OpenAPI operation id. */
  readonly name: Name;
  /** POST changes something; with cookies it needs the CSRF pair (SPEC 5.1). GET changes nothing. */
  readonly method: Method;
  /** Path below `{portal_url}`; `{id}` stands for a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /**
   * `signed-in` answers 401 AUTH_REQUIRED to anybody else and never redirects (SPEC 5). `browser` does so too, and
   * refuses sessions of the command line (decision 0047). `operator` is for operators who have signed in lately (decision
   * 0132). A POST for `anyone` acts for nobody and reads no session.
   */
  readonly access: 'anyone' | 'signed-in' | 'browser' | 'operator';
  /**
   * A credential of a Team needs one of these scopes to make the call (decision 0186). Absent: none may, whatever its
   * scopes.
   */
  readonly scopes?: readonly CredentialScope[];
  /** The call is the same whichever Team is active: a page that shows another one is not refused (decision 0095). */
  readonly anyTeam?: true;
  readonly params: Params;
  /** Query parameters of a GET as they stand on the wire, every value a string; absent when it takes none. */
  readonly query?: Query;
  /** JSON body of a POST; an empty body counts as `{}`. */
  readonly body: Body;
  /**
   * No field is stored or looked for as it is: a NUL is not refused before, because the refusal is an answer too. The body is for the
   * gateway (decision 0062), or what a program hears (decision 0246).
   */
  readonly isHandedOn?: true;
  /** A POST whose body is the bytes of a file instead of JSON (decision 0058). */
  readonly upload?: { readonly mediaTypes: readonly string[]; readonly maxBytes: number };
  /** Schema of the envelope's `data`. The server sends no field that is not declared here. */
  readonly data: Data;
  /**
   * The answer holds a secret that is kept nowhere: a repetition with the same key reads it again, and is the same action
   * for as long as the first answer shows (decision 0088).
   */
  readonly answerNotKept?: true;
  /**
   * Seconds for which a repetition with the same key gets the first answer, where that soon serves for nothing; an hour if absent. After
   * them it is another action.
   */
  readonly answerKeptS?: number;
  /** Failures beyond those of any call, any signed-in call and any mutation. */
  readonly failures: readonly PortalFailureCode[];
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly data: Static<Data>;
  };
}

/** Declares a portal call; the example is checked against the schema's type here, its value in the contract's tests. */
export function definePortalEndpoint<
  const Name extends string,
  const Method extends 'GET' | 'POST',
  Params extends TObject,
  Body extends TObject | undefined,
  Data extends TSchema,
  Query extends TObject | undefined = undefined,
>(
  endpoint: PortalEndpoint<Name, Method, Params, Body, Data, Query>,
): PortalEndpoint<Name, Method, Params, Body, Data, Query> {
  return endpoint;
}

/** Whether a page that shows another Team than the active one is refused (decision 0095). */
export function namesTeam({ access, anyTeam }: PortalEndpoint): boolean {
  return access !== 'anyone' && anyTeam !== true;
}

/** Whether a repetition with the same key is the same action (decisions 0088 and 0096). */
export function isDoneOnce({ access, method }: PortalEndpoint): boolean {
  return method === 'POST' && access !== 'anyone';
}

/** The `data` of a portal call's success. */
export type PortalDataOf<E extends PortalEndpoint> = Static<E['data']>;

/** The path parameters of a portal call. */
export type PortalParamsOf<E extends PortalEndpoint> = Static<E['params']>;

/** The JSON body of a portal call; undefined for a GET. */
export type PortalBodyOf<E extends PortalEndpoint> = E['body'] extends TObject ? Static<E['body']> : undefined;

/** The query parameters of a portal call; undefined where it takes none. */
export type PortalQueryOf<E extends PortalEndpoint> = [NonNullable<E['query']>] extends [never]
  ? undefined
  : Static<NonNullable<E['query']>>;

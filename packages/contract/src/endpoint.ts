import type { Static, TObject, TSchema } from 'typebox';
import type { GatewayFailureStatus } from './errors.ts';

/** What documents group operations by, in their order. */
export const operationGroups = {
  Token: 'Exchange app key and secret for an access token.',
  Tours: 'The tour itself, and what is said about it.',
  Tags: 'Tags placed in a tour.',
  Guides: 'Routes, guides and videos.',
  Spaces: 'Rooms, labels, measurements and combined tours.',
  Files: 'Files that belong to a tour.',
  Management: 'Change the state of a tour.',
} as const;

/** A request body: its media type and the shape of its fields. */
export interface BodyDeclaration<Schema extends TObject = TObject> {
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded';
  readonly schema: Schema;
}

/**
 * The complete declaration of one gateway operation: everything else (validation, types, OpenAPI, reference pages, SDK methods,
 * command line, import checks, log redaction) is derived from this declaration.
 */
export interface Endpoint<
  Name extends string = string,
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Query extends TObject = TObject,
  Body extends BodyDeclaration | undefined = BodyDeclaration | undefined,
  Data extends TSchema = TSchema,
> {
  /** Kebab-case name: the bundle file, the command line's operation, and in camel case the SDK's method. */
  readonly name: Name;
  readonly method: Method;
  /** Exact path below `{base_url}`, spelled as published. */
  readonly path: string;
  /** The operation name of SPEC 4. */
  readonly operation: string;
  /** Where the documents list it. */
  readonly group: keyof typeof operationGroups;
  /** What it answers, in one or two sentences for integrators. */
  readonly description: string;
  /** Who may call: `app-credentials` are in the body, `access-token` is the raw `Authorization` header. */
  readonly authentication: 'app-credentials' | 'access-token';
  /**
   * Query parameters as they stand on the wire: every value is a string. Each schema has a `description` that says
   * what the parameter takes; the gateway's refusals quote it.
   */
  readonly query: Query;
  readonly body: Body;
  /** Schema of the envelope's `data` on success. Unknown fields are allowed: real tours carry more than is known. */
  readonly data: Data;
  /** Failures of this operation beyond those of any operation and of any access token. */
  readonly failures: readonly GatewayFailureStatus[];
  /** A complete, consistent example: every known field occurs in it. */
  readonly example: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, string | number>>;
    readonly data: Static<Data>;
  };
}

/** Declares an endpoint; the example is checked against the schema's type here, its value in the contract's tests. */
export function defineEndpoint<
  const Name extends string,
  const Method extends 'GET' | 'POST',
  Query extends TObject,
  Body extends BodyDeclaration | undefined,
  Data extends TSchema,
>(endpoint: Endpoint<Name, Method, Query, Body, Data>): Endpoint<Name, Method, Query, Body, Data> {
  return endpoint;
}

/** The query parameters of an endpoint, as strings on the wire. */
export type QueryOf<E extends Endpoint> = Static<E['query']>;

/** The `data` of an endpoint's success. */
export type DataOf<E extends Endpoint> = Static<E['data']>;

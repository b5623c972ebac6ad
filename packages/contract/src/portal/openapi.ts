import type { TObject, TSchema } from 'typebox';
import { pascalCase } from '../openapi/names.ts';
import { type SchemaComponents, schemaComponents } from '../openapi/schema-components.ts';
import { CSRF_HEADER } from './csrf.ts';
import { portalFailure, portalSuccess } from './envelope.ts';
import {
  failuresOfAnyPortalCall,
  failuresOfBody,
  failuresOfOperatorCall,
  failuresOfSignedInCall,
  type PortalFailureCode,
  portalFailures,
} from './failures.ts';
import { IDEMPOTENCY_HEADER } from './idempotency-header.ts';
import { dashboardEndpoints, portalEndpoints } from './index.ts';
import { isDoneOnce, namesTeam, type PortalEndpoint } from './portal-endpoint.ts';
import { legacyRedirects, navigationRoutes } from './sign-in-routes.ts';
import { TEAM_HEADER } from './team-header.ts';

type Json = Readonly<Record<string, unknown>>;

const SIGN_IN = 'Signing in';

/** What documents group the portal's calls by, in their order. */
const tags = {
  [SIGN_IN]: 'Routes of a browser, which answer with redirects.',
  Account: 'Who is signed in, their sessions and their part of the limits.',
  Teams: 'Teams, members and invitations.',
  Apps: 'Developer apps, their secrets and what they use.',
  Tours: 'Tours of a Team: uploads, files, the explorer.',
  'Command line': 'Signing the command line in.',
  Operators: 'What operators of the installation see and do.',
  Portal: 'What the pages need besides.',
} as const;

export interface PortalOpenApiDocument extends Json {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

const DESCRIPTION = `The developer portal: signing in, sessions, Teams and Developer apps. Its own pages call it.

Success is \`{"data": …}\`, failure \`{"error": {"code", "message", "request_id"}}\` with an honest HTTP status; rely on \
\`code\`. Calls that change something repeat the value of the csrf cookie, which GET /api/me sets, in the \
${CSRF_HEADER} header. Protected calls answer AUTH_REQUIRED with HTTP 401 and never redirect.`;

/**
 * The portal's part of the contract as an OpenAPI 3.1 document (SPEC 4.4, 4.5; decisions 0020 to 0023).
 * @param options `portalUrl`: where the portal is, without a slash at the end; `version`: of Openhouse.
 */
export function portalOpenApiDocument(options: {
  readonly portalUrl: string;
  readonly version: string;
}): PortalOpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas = schemaComponents();
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const route of Object.values(navigationRoutes)) {
    for (const method of route.methods) add(route.path, method, navigationOf(route, method));
  }
  for (const [old, path] of Object.entries(legacyRedirects)) add(old, 'get', legacyOf(old, path));
  const endpoints: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
  for (const endpoint of endpoints) add(endpoint.path, endpoint.method, operationOf(endpoint, schemas));
  const document: PortalOpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Openhouse developer portal',
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.portalUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.found(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'svc_token',
          description: 'Together with svc_account. Outside production both names end in _<APP_ENV>.',
        },
        commandLine: {
          type: 'http',
          scheme: 'bearer',
          description: 'Session of the command line. Never together with cookies.',
        },
        teamCredential: {
          type: 'http',
          scheme: 'bearer',
          description: 'Credential of a Team, for programs. Never together with cookies.',
        },
      },
    },
  };
  // A copy, so that changes to the document do not change shared examples and schemas.
  return JSON.parse(JSON.stringify(document)) as PortalOpenApiDocument;
}

/** First segments of paths below /api, by tag; what is not among them is the portal's. */
const segments: Readonly<Record<string, keyof typeof tags>> = {
  me: 'Account',
  sessions: 'Account',
  limits: 'Account',
  teams: 'Teams',
  invitations: 'Teams',
  audit: 'Teams',
  credentials: 'Teams',
  credential: 'Teams',
  apps: 'Apps',
  calls: 'Apps',
  console: 'Apps',
  tours: 'Tours',
  'command-line': 'Command line',
  operator: 'Operators',
};

function tagOf(path: string): keyof typeof tags {
  const [, first = '', second = ''] = path.split('/');
  return first === 'auth' ? 'Account' : (segments[second] ?? 'Portal');
}

/** Every failure a call may answer with. */
export function portalFailuresOf(endpoint: PortalEndpoint): PortalFailureCode[] {
  return [
    ...new Set<PortalFailureCode>([
      ...endpoint.failures,
      ...(endpoint.access === 'anyone' ? [] : failuresOfSignedInCall),
      ...(endpoint.scopes === undefined ? [] : (['TEAM_SUSPENDED', 'TEAM_CLOSED'] as const)),
      ...(endpoint.access === 'browser' ? (['BROWSER_REQUIRED'] as const) : []),
      ...(endpoint.access === 'operator' ? failuresOfOperatorCall : []),
      ...(namesTeam(endpoint) ? (['TEAM_NOT_ACTIVE'] as const) : []),
      ...(isDoneOnce(endpoint) ? (['ACTION_RUNNING', 'ACTION_KEY_REUSED'] as const) : []),
      ...(endpoint.method === 'POST' ? failuresOfBody : []),
      ...(needsPair(endpoint) ? (['CSRF_TOKEN_MISSING'] as const) : []),
      ...failuresOfAnyPortalCall,
    ]),
  ];
}

/** A POST for anybody acts for nobody: no cookie speaks for it (decision 0046). */
function needsPair({ access, method }: PortalEndpoint): boolean {
  return method === 'POST' && access !== 'anyone';
}

const securityOf = {
  anyone: [{}, { session: [] }],
  'signed-in': [{ session: [] }, { commandLine: [] }],
  browser: [{ session: [] }],
  operator: [{ session: [] }, { commandLine: [] }],
} as const;

function operationOf(endpoint: PortalEndpoint, schemas: SchemaComponents): Json {
  const { name, summary, description, access, method, body, example } = endpoint;
  const csrf = {
    name: CSRF_HEADER,
    in: 'header',
    // A session of the command line sends no cookies, and so no pair.
    required: access === 'browser',
    description: 'The value of the csrf cookie; needed with cookies, absent with Authorization: Bearer.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{24}$' },
  };
  const team = {
    name: TEAM_HEADER,
    in: 'header',
    required: false,
    description:
      'Code of a Team. With cookies: the Team that the page shows; TEAM_NOT_ACTIVE if another one is active. With ' +
      'Authorization: Bearer: the Team to work in. Without it the call works in the active Team.',
    schema: { type: 'string' },
  };
  const key = {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    required: false,
    description:
      'A key of your own for this action. A repetition within an hour gets the first answer and does nothing.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,128}$' },
  };
  return {
    operationId: name,
    tags: [tagOf(endpoint.path)],
    summary,
    description,
    security: [
      ...(access === 'anyone' && method === 'POST' ? [{}] : securityOf[access]),
      ...(endpoint.scopes === undefined ? [] : [{ teamCredential: [] }]),
    ],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...(endpoint.query === undefined ? [] : parametersOf(endpoint.query, 'query')),
      ...(needsPair(endpoint) ? [csrf] : []),
      ...(namesTeam(endpoint) ? [team] : []),
      ...(isDoneOnce(endpoint) ? [key] : []),
    ],
    ...(body === undefined
      ? uploadOf(endpoint)
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemas.name(`${pascalCase(name)}Body`, schemas.refer(body)),
                example: example.body ?? {},
              },
            },
          },
        }),
    responses: {
      200: {
        description: 'Success.',
        content: { 'application/json': { schema: successOf(endpoint, schemas), example: { data: example.data } } },
      },
      ...failureResponses(portalFailuresOf(endpoint)),
    },
  };
}

/** The envelope of a success, whose payload has a name of its own. */
function successOf({ name, data }: PortalEndpoint, schemas: SchemaComponents): Json {
  const success = portalSuccess(data);
  const named = schemas.name(`${pascalCase(name)}Data`, schemas.refer(data));
  return { ...success, properties: { ...success.properties, data: named } };
}

/** The bytes of a file, in one of several media types. */
function uploadOf({ upload }: PortalEndpoint): Json {
  if (upload === undefined) return {};
  const schema = { type: 'string', format: 'binary', maxLength: upload.maxBytes };
  const content = Object.fromEntries(upload.mediaTypes.map((mediaType) => [mediaType, { schema }]));
  return { requestBody: { required: true, content } };
}

function parametersOf(schema: TObject, place: 'path' | 'query'): Json[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => ({
    name,
    in: place,
    required: required.has(name),
    schema: property,
  }));
}

function failureResponses(codes: readonly PortalFailureCode[]): Json {
  const statuses = [...new Set(codes.map((code) => portalFailures[code].httpStatus))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const alike = codes.filter((code) => portalFailures[code].httpStatus === status);
      const description = alike.map((code) => `${code}: ${portalFailures[code].message}`).join(' ');
      return [status, { description, content: { 'application/json': { schema: portalFailure(alike) } } }];
    }),
  );
}

function navigationOf(
  { path, query, summary }: (typeof navigationRoutes)[keyof typeof navigationRoutes],
  method: string,
): Json {
  const parameters = query.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } }));
  const words = path.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '');
  const operationId = `${words}-${method.toLowerCase()}`;
  return { operationId, tags: [SIGN_IN], summary, security: [], parameters, responses: redirect(summary) };
}

function legacyOf(old: string, path: string): Json {
  const summary = `Old address of ${path}; the query string is kept byte for byte.`;
  const operationId = `legacy${old.replaceAll('/', '-')}`;
  return { operationId, tags: [SIGN_IN], summary, security: [], responses: redirect(summary) };
}

function redirect(description: string): Json {
  return { 302: { description, headers: { Location: { required: true, schema: { type: 'string' } } } } };
}

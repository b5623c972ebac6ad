import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { secret } from '../secret.ts';

/**
 * The calls the portal makes to an upstream app service (SPEC 3, decision 0032). The other side implements
 * these two, below `UPSTREAM_APPS_URL`. Both carry `Authorization: <UPSTREAM_APPS_TOKEN>`.
 *
 * Every answer is JSON: `{code: 0, status: 'success', data}`. The portal allows 10 seconds a call and 1 MiB an answer and
 * follows no redirect. Anything else counts as an outage: the portal retries with the same idempotency key.
 */
export interface UpstreamAppsCall<Request extends TObject = TObject, Data extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly description: string;
  /** JSON body of a POST; query of a GET. */
  readonly request: Request;
  readonly data: Data;
}

function defineCall<Request extends TObject, Data extends TSchema>(call: UpstreamAppsCall<Request, Data>) {
  return call;
}

/** Category of the credentials that are Developer apps (SPEC 2.2). */
export const APP_CATEGORY = 'open';

/** A credential of the upstream, without secrets: the gateway that verifies them creates them. */
export const UpstreamCredential = Type.Object({
  app_key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }),
  xid: Type.String({ minLength: 1, maxLength: 128 }),
  category: Type.String({ description: 'open for Developer apps; the portal drops every other, commerce above all.' }),
  trial_ends_at: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'Unix timestamp in seconds; null while the trial information is pending.',
  }),
});
export type UpstreamCredential = Static<typeof UpstreamCredential>;

const credentials = Type.Object({ credentials: Type.Array(UpstreamCredential, { maxItems: 100 }) });

/** Headers of every call. */
export const UpstreamAppsHeaders = Type.Object({
  authorization: secret(Type.String({ description: 'UPSTREAM_APPS_TOKEN, raw.' })),
});

/** Creates an app, once per idempotency key. */
export const upstreamCreateApp = defineCall({
  method: 'POST',
  path: '/apps',
  description:
    'Makes an app of category open for a Team and answers with its credential. Asked again with the same ' +
    'idempotency_key it answers with the same one and makes none.',
  request: Type.Object({
    idempotency_key: Type.String({ minLength: 1, maxLength: 64 }),
    team: Type.String({ description: 'Public code of the Team.' }),
    name: Type.String({ description: 'What people call the app.' }),
    category: Type.Literal(APP_CATEGORY),
    trial_days: Type.Optional(
      Type.Integer({ minimum: 1, description: "Days that the Team's plan names; missing where it names none." }),
    ),
  }),
  data: credentials,
});

/** The trials of a Team's apps; polled while one is pending. */
export const upstreamListApps = defineCall({
  method: 'GET',
  path: '/apps',
  description: "The credentials of a Team's apps of category open.",
  request: Type.Object({ team: Type.String(), category: Type.Literal(APP_CATEGORY) }),
  data: credentials,
});

export const upstreamAppsCalls = [upstreamCreateApp, upstreamListApps] as const;

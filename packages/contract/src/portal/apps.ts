import Type, { type Static } from 'typebox';
import { AppSettings, ChangedAppSettings } from './app-settings.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';
import { SuspensionFields } from './suspension.ts';
import { GivenName } from './teams.ts';

/** The app key (AK) in an address. */
export const AppKey = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$', description: 'App key (AK).' });
const Slot = Type.Integer({ minimum: 1, maximum: 3, description: "Which of the Team's three app slots it has." });
const Instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });
const nothing = Type.Object({}, { additionalProperties: false });

/** Days before the end of a trial or of a secret's overlap at which an app's owners are warned. */
export const WARNING_DAYS = [7, 1] as const;

/** The trial or a secret of the app ends soon. */
export const AppWarning = Type.Object({
  kind: Type.Enum(['trial-ends', 'secret-ends']),
  withinDays: Type.Enum([7, 1], { description: 'The closest threshold that is reached.' }),
  endsAt: Instant('When it ends'),
  version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'Which version of the secret ends; null for the trial.',
  }),
});
export type AppWarning = Static<typeof AppWarning>;

/** A Developer app (SPEC 2.2), without its secret. */
export const DeveloperApp = Type.Object({
  appKey: AppKey,
  xid: Type.String({ description: 'Integration identifier.' }),
  name: GivenName,
  slot: Slot,
  state: Type.Enum(['live', 'expired', 'disabled', 'suspended', 'deleted'], {
    description:
      'expired: the trial has ended; disabled: an owner has disabled it; suspended: operators of the installation have, or ' +
      'its Team is to be deleted; deleted: an owner has deleted its data. All keep the slot.',
  }),
  trialEndsAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When the trial ends: ISO 8601, UTC. null while the trial information is pending.',
  }),
  createdAt: Instant('When the app was created'),
  warnings: Type.Array(AppWarning, {
    description: 'What ends within a week, soonest first; empty for an ended trial.',
  }),
  settings: AppSettings,
  suspended: Type.Optional(
    Type.Object(
      {
        ...SuspensionFields,
        of: Type.Enum(['app', 'team'], { description: 'team: the whole Team is suspended.' }),
      },
      { description: 'Why operators have it refused; only they end that. Absent otherwise.' },
    ),
  ),
});
export type DeveloperApp = Static<typeof DeveloperApp>;

/** An App request (SPEC 2.2). Once completed it is listed as an app. */
export const AppRequest = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  name: GivenName,
  slot: Slot,
  state: Type.Enum(['saved', 'creating', 'completed'], {
    description: 'saved: waits for the upstream app service; creating: sent to the service; completed: the app exists.',
  }),
  requestedAt: Instant('When the request was saved'),
  appKey: Type.Union([AppKey, Type.Null()], { description: 'App key of the completed app; null before.' }),
});
export type AppRequest = Static<typeof AppRequest>;

const example: DeveloperApp = {
  appKey: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA',
  xid: 'xid_5cT8rWq1ZbN4xK2m',
  name: 'Viewing room',
  slot: 1,
  state: 'live',
  trialEndsAt: '2026-12-04T09:30:00.000Z',
  createdAt: '2026-11-20T09:30:00.000Z',
  warnings: [],
  settings: {
    description: 'Reads tours for our site.',
    contact: 'dev@loft.example',
    colour: 'blue',
    networks: [],
    mayActivate: true,
    retireLeaked: false,
  },
};
const params = Type.Object({ app_key: AppKey });
const exampleParams = { app_key: example.appKey };

export const listApps = definePortalEndpoint({
  name: 'list-apps',
  method: 'GET',
  path: '/api/apps',
  summary: "The active Team's apps",
  description: 'The Developer apps and the open App requests of the active Team; together at most three, by slot.',
  access: 'signed-in',
  scopes: ['apps:read'],
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({
    apps: Type.Array(DeveloperApp, { maxItems: 3 }),
    requests: Type.Array(AppRequest, { maxItems: 3 }),
  }),
  failures: ['TEAM_REQUIRED'],
  example: { data: { apps: [example], requests: [] } },
});

/** Saves an App request; the app follows when the upstream app service has made it. */
export const createApp = definePortalEndpoint({
  name: 'create-app',
  method: 'POST',
  path: '/api/apps',
  summary: 'Create a trial app',
  description: 'Takes an app slot and saves an App request; list-apps shows when it is completed. Owners only.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object(
    {
      name: GivenName,
      idempotencyKey: Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description: 'One value per dialog: repeated requests create one app.',
      }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ request: AppRequest }),
  failures: ['NAME_INVALID', 'TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'TEAM_APP_LIMIT'],
  example: {
    body: { name: 'Viewing room', idempotencyKey: 'b6Qn2ZpX9wLr4TcV' },
    data: {
      request: {
        id: '7',
        name: 'Viewing room',
        slot: 1,
        state: 'saved',
        requestedAt: '2026-11-20T09:30:00.000Z',
        appKey: null,
      },
    },
  },
});

export const getApp = definePortalEndpoint({
  name: 'get-app',
  method: 'GET',
  path: '/api/apps/{app_key}',
  summary: 'One app',
  description: "One app of the active Team. Another Team's app gets the same answer as a missing one.",
  access: 'signed-in',
  scopes: ['apps:read'],
  params,
  body: undefined,
  data: Type.Object({ app: DeveloperApp }),
  failures: ['TEAM_REQUIRED', 'APP_NOT_FOUND'],
  example: { params: exampleParams, data: { app: example } },
});

export const renameApp = definePortalEndpoint({
  name: 'rename-app',
  method: 'POST',
  path: '/api/apps/{app_key}/rename',
  summary: 'Rename an app',
  description: 'Changes the name that the Team sees; key and XID stay the same. Owners only.',
  access: 'signed-in',
  params,
  body: Type.Object({ name: GivenName }, { additionalProperties: false }),
  data: Type.Object({ app: DeveloperApp }),
  failures: ['NAME_INVALID', 'TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'APP_DELETED'],
  example: { params: exampleParams, body: { name: 'Viewing room' }, data: { app: example } },
});

export const changeAppSettings = definePortalEndpoint({
  name: 'change-app-settings',
  method: 'POST',
  path: '/api/apps/{app_key}/settings',
  summary: 'Change what is set of an app',
  description:
    'What is left out stays. Networks and activation hold on every node within a second: an exchange from elsewhere is ' +
    'refused with err_app_network_not_allowed, an activation with err_app_read_only. Tokens that were exchanged before go ' +
    'on reading until they end. Whether a leaked version of its secret is retired at once holds for what is reported from ' +
    'then on. Owners only.',
  access: 'signed-in',
  params,
  body: ChangedAppSettings,
  data: Type.Object({ app: DeveloperApp }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'APP_DELETED'],
  example: {
    params: exampleParams,
    body: { networks: ['203.0.113.0/24'], mayActivate: false },
    data: { app: { ...example, settings: { ...example.settings, networks: ['203.0.113.0/24'], mayActivate: false } } },
  },
});

export const disableApp = definePortalEndpoint({
  name: 'disable-app',
  method: 'POST',
  path: '/api/apps/{app_key}/disable',
  summary: 'Disable an app',
  description: 'The gateway refuses its secrets and tokens within a second. The app keeps its slot. Owners only.',
  access: 'signed-in',
  params,
  body: nothing,
  data: Type.Object({ app: DeveloperApp }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'APP_DELETED'],
  example: { params: exampleParams, body: {}, data: { app: { ...example, state: 'disabled' } } },
});

export const deleteApp = definePortalEndpoint({
  name: 'delete-app',
  method: 'POST',
  path: '/api/apps/{app_key}/delete',
  summary: "Delete an app's data",
  description:
    'Its secrets end within a second and are deleted with its name, its settings, its usage and its last calls. App key ' +
    'and slot stay taken (SPEC 3). It cannot be undone. Owners only.',
  access: 'signed-in',
  params,
  body: Type.Object(
    { confirm: Type.String({ description: 'The name of the app once more, exactly.' }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ app: DeveloperApp }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'APP_DELETED'],
  example: {
    params: exampleParams,
    body: { confirm: 'Viewing room' },
    data: {
      app: {
        ...example,
        name: example.appKey,
        state: 'deleted',
        trialEndsAt: null,
        settings: { description: '', contact: '', colour: null, networks: [], mayActivate: true, retireLeaked: false },
      },
    },
  },
});

export const enableApp = definePortalEndpoint({
  name: 'enable-app',
  method: 'POST',
  path: '/api/apps/{app_key}/enable',
  summary: 'Enable an app',
  description: 'The gateway accepts its live secrets again. An ended trial stays ended. Owners only.',
  access: 'signed-in',
  params,
  body: nothing,
  data: Type.Object({ app: DeveloperApp }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'APP_SUSPENDED', 'APP_DELETED'],
  example: { params: exampleParams, body: {}, data: { app: example } },
});

/** Calls about Developer apps. */
export const appEndpoints = [
  listApps,
  createApp,
  getApp,
  renameApp,
  changeAppSettings,
  disableApp,
  deleteApp,
  enableApp,
] as const;

import type {
  DeclaredDashboardEndpoint,
  DeclaredPortalEndpoint,
  PortalBodyOf,
  PortalDataOf,
  PortalParamsOf,
  PortalQueryOf,
} from '@openhouse/contract';
import type { laterCalls } from './later-calls.ts';

type Declared = DeclaredPortalEndpoint | DeclaredDashboardEndpoint;

type EndpointOf<Name extends Declared['name']> = Extract<Declared, { name: Name }>;

/** What a call answers with. */
export type DataOfCall<Name extends PortalCallName> = PortalDataOf<EndpointOf<Name>>;

/** Input of a call: `params` and `query` for its address, a JSON `body`, each only if the contract has one. */
export type InputOfCall<Name extends PortalCallName> = (keyof PortalParamsOf<EndpointOf<Name>> extends never
  ? { readonly params?: undefined }
  : { readonly params: PortalParamsOf<EndpointOf<Name>> }) &
  (PortalBodyOf<EndpointOf<Name>> extends undefined
    ? { readonly body?: undefined }
    : { readonly body: PortalBodyOf<EndpointOf<Name>> }) &
  (PortalQueryOf<EndpointOf<Name>> extends undefined
    ? { readonly query?: undefined }
    : { readonly query: PortalQueryOf<EndpointOf<Name>> });

/**
 * Method and path of the portal calls of the pages that most people open; those of the others are in later-calls.ts. The
 * declarations themselves stay out of the pages' bundle, because their schemas would bring a validator along; a missing, wrong
 * or unused entry of either fails the type check or portal-calls.test.
 */
export const portalCalls = {
  me: 'GET /api/me',
  'list-sessions': 'GET /api/sessions',
  'end-session': 'POST /api/sessions/{id}/end',
  'end-all-sessions': 'POST /api/sessions/end-all',
  'list-operations': 'GET /api/operations',
  'call-demo': 'GET /api/demo/calls',
  'create-team': 'POST /api/teams',
  'activate-team': 'POST /api/teams/{id}/activate',
  'list-apps': 'GET /api/apps',
  'create-app': 'POST /api/apps',
  'get-app': 'GET /api/apps/{app_key}',
  'rename-app': 'POST /api/apps/{app_key}/rename',
  'change-app-settings': 'POST /api/apps/{app_key}/settings',
  'delete-app': 'POST /api/apps/{app_key}/delete',
  'disable-app': 'POST /api/apps/{app_key}/disable',
  'enable-app': 'POST /api/apps/{app_key}/enable',
  'list-secrets': 'GET /api/apps/{app_key}/secrets',
  'bot-check-challenge': 'GET /api/bot-check/challenge',
  'reveal-secret': 'POST /api/apps/{app_key}/secrets/{version}/reveal',
  'rotate-secret': 'POST /api/apps/{app_key}/secrets/rotate',
  'retire-secret': 'POST /api/apps/{app_key}/secrets/{version}/retire',
  'list-tours': 'GET /api/tours',
  'import-tours': 'POST /api/tours/imports',
  'add-sample-tour': 'POST /api/tours/sample',
  'activate-tour': 'POST /api/tours/{resource_code}/activate',
  'remove-tour': 'POST /api/tours/{resource_code}/remove',
  'call-operation': 'POST /api/console/calls',
  'get-usage': 'GET /api/apps/{app_key}/usage',
  'list-calls': 'GET /api/apps/{app_key}/calls',
  'get-limits': 'GET /api/limits',
  'get-status': 'GET /status.json',
  'list-warnings': 'GET /api/warnings',
  'dismiss-warning': 'POST /api/warnings/{id}/dismiss',
} as const satisfies { readonly [Name in Declared['name']]?: `${EndpointOf<Name>['method']} /${string}` };

/** The name of a portal call that a page makes. */
export type PortalCallName = keyof typeof portalCalls | keyof typeof laterCalls;

import type {
  DeclaredDashboardEndpoint,
  DeclaredPortalEndpoint,
  PortalBodyOf,
  PortalDataOf,
  PortalParamsOf,
  PortalQueryOf,
} from '@openhouse/contract';

type Declared = DeclaredPortalEndpoint | DeclaredDashboardEndpoint;

/** The name of a declared portal call. */
export type PortalCallName = Declared['name'];

type EndpointOf<Name extends PortalCallName> = Extract<Declared, { name: Name }>;

/** What a call answers with. */
export type DataOfCall<Name extends PortalCallName> = PortalDataOf<EndpointOf<Name>>;

/** What a call is told: `params` and `query` for its address, a JSON `body`, each only where the contract has one. */
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
 * Method and path of every portal call. The declarations themselves stay out of the pages' bundle, because their
 * schemas would bring a validator along; a missing or wrong entry fails the type check or portal-calls.test.
 */
export const portalCalls: { readonly [Name in PortalCallName]: `${EndpointOf<Name>['method']} /${string}` } = {
  'get-user': 'GET /auth/get-user',
  me: 'GET /api/me',
  'list-sessions': 'GET /api/sessions',
  'end-session': 'POST /api/sessions/{id}/end',
  'end-all-sessions': 'POST /api/sessions/end-all',
  'list-operations': 'GET /api/operations',
  'call-demo': 'GET /api/demo/calls',
  'create-team': 'POST /api/teams',
  'activate-team': 'POST /api/teams/{id}/activate',
  'rename-team': 'POST /api/teams/{id}/rename',
  'list-members': 'GET /api/teams/{id}/members',
  'invite-member': 'POST /api/teams/{id}/invitations',
  'revoke-invitation': 'POST /api/teams/{id}/invitations/{invitation}/revoke',
  'accept-invitation': 'POST /api/invitations/accept',
  'change-role': 'POST /api/teams/{id}/members/{user_code}/role',
  'remove-member': 'POST /api/teams/{id}/members/{user_code}/remove',
  'list-apps': 'GET /api/apps',
  'create-app': 'POST /api/apps',
  'get-app': 'GET /api/apps/{app_key}',
  'rename-app': 'POST /api/apps/{app_key}/rename',
  'disable-app': 'POST /api/apps/{app_key}/disable',
  'enable-app': 'POST /api/apps/{app_key}/enable',
  'list-secrets': 'GET /api/apps/{app_key}/secrets',
  'bot-check-challenge': 'GET /api/bot-check/challenge',
  'reveal-secret': 'POST /api/apps/{app_key}/secrets/{version}/reveal',
  'rotate-secret': 'POST /api/apps/{app_key}/secrets/rotate',
  'retire-secret': 'POST /api/apps/{app_key}/secrets/{version}/retire',
  'list-audit': 'GET /api/audit',
  'list-tours': 'GET /api/tours',
  'import-tours': 'POST /api/tours/imports',
  'activate-tour': 'POST /api/tours/{resource_code}/activate',
  'remove-tour': 'POST /api/tours/{resource_code}/remove',
  'call-operation': 'POST /api/console/calls',
  'get-usage': 'GET /api/apps/{app_key}/usage',
  'list-calls': 'GET /api/apps/{app_key}/calls',
  'explain-call': 'GET /api/calls/{request_id}',
  'send-feedback': 'POST /api/feedback',
  'start-command-line-sign-in': 'POST /api/command-line/sign-ins',
  'collect-command-line-session': 'POST /api/command-line/sessions',
  'find-command-line-sign-in': 'POST /api/command-line/sign-ins/find',
  'decide-command-line-sign-in': 'POST /api/command-line/sign-ins/decide',
};

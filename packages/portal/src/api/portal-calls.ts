import type {
  DeclaredDashboardEndpoint,
  DeclaredPortalEndpoint,
  PortalBodyOf,
  PortalDataOf,
  PortalParamsOf,
  PortalQueryOf,
} from '@openhouse/contract';

type Declared = DeclaredPortalEndpoint | DeclaredDashboardEndpoint;

type EndpointOf<Name extends Declared['name']> = Extract<Declared, { name: Name }>;

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
 * Method and path of every portal call that a page makes. The declarations themselves stay out of the pages' bundle, because their
 * schemas would bring a validator along; a missing, wrong or unused entry fails the type check or portal-calls.test.
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
  'rename-team': 'POST /api/teams/{id}/rename',
  'delete-team': 'POST /api/teams/{id}/delete',
  'keep-team': 'POST /api/teams/{id}/keep',
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
  'change-app-settings': 'POST /api/apps/{app_key}/settings',
  'delete-app': 'POST /api/apps/{app_key}/delete',
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
  'add-sample-tour': 'POST /api/tours/sample',
  'activate-tour': 'POST /api/tours/{resource_code}/activate',
  'remove-tour': 'POST /api/tours/{resource_code}/remove',
  'call-operation': 'POST /api/console/calls',
  'get-usage': 'GET /api/apps/{app_key}/usage',
  'list-calls': 'GET /api/apps/{app_key}/calls',
  'explain-call': 'GET /api/calls/{request_id}',
  'get-limits': 'GET /api/limits',
  'get-status': 'GET /status.json',
  'set-note': 'POST /api/operator/note',
  'list-warnings': 'GET /api/warnings',
  'dismiss-warning': 'POST /api/warnings/{id}/dismiss',
  'set-warning-mail': 'POST /api/warnings/mail',
  'operator-find': 'GET /api/operator/find',
  'operator-overview': 'GET /api/operator/overview',
  'get-operator-app': 'GET /api/operator/apps/{app_key}',
  'suspend-app': 'POST /api/operator/apps/{app_key}/suspend',
  'resume-app': 'POST /api/operator/apps/{app_key}/resume',
  'set-trial': 'POST /api/operator/apps/{app_key}/trial',
  'ask-upstream': 'POST /api/operator/apps/{app_key}/ask-upstream',
  'get-operator-team': 'GET /api/operator/teams/{id}',
  'suspend-team': 'POST /api/operator/teams/{id}/suspend',
  'resume-team': 'POST /api/operator/teams/{id}/resume',
  'delete-any-team': 'POST /api/operator/teams/{id}/delete',
  'keep-any-team': 'POST /api/operator/teams/{id}/keep',
  'get-operator-person': 'GET /api/operator/people/{user_code}',
  'suspend-person': 'POST /api/operator/people/{user_code}/suspend',
  'resume-person': 'POST /api/operator/people/{user_code}/resume',
  'export-person': 'POST /api/operator/people/{user_code}/export',
  'delete-person': 'POST /api/operator/people/{user_code}/delete',
  'list-plans': 'GET /api/operator/plans',
  'set-plan': 'POST /api/operator/plans/{plan}',
  'remove-plan': 'POST /api/operator/plans/{plan}/remove',
  'set-team-plan': 'POST /api/operator/teams/{id}/plan',
  'set-exception': 'POST /api/operator/apps/{app_key}/exception',
  'list-operator-audit': 'GET /api/operator/audit',
  'list-teams-audit': 'GET /api/operator/audit/teams',
  'find-command-line-sign-in': 'POST /api/command-line/sign-ins/find',
  'decide-command-line-sign-in': 'POST /api/command-line/sign-ins/decide',
} as const satisfies { readonly [Name in Declared['name']]?: `${EndpointOf<Name>['method']} /${string}` };

/** The name of a portal call that a page makes. */
export type PortalCallName = keyof typeof portalCalls;

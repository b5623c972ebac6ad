import type { DeclaredPortalEndpoint, PortalBodyOf, PortalDataOf, PortalParamsOf } from '@openhouse/contract';

/** The name of a declared portal call. */
export type PortalCallName = DeclaredPortalEndpoint['name'];

type EndpointOf<Name extends PortalCallName> = Extract<DeclaredPortalEndpoint, { name: Name }>;

/** What a call answers with. */
export type DataOfCall<Name extends PortalCallName> = PortalDataOf<EndpointOf<Name>>;

/** What a call is told: `params` for its address and a JSON `body`, each only where the contract declares one. */
export type InputOfCall<Name extends PortalCallName> = (keyof PortalParamsOf<EndpointOf<Name>> extends never
  ? { readonly params?: undefined }
  : { readonly params: PortalParamsOf<EndpointOf<Name>> }) &
  (PortalBodyOf<EndpointOf<Name>> extends undefined
    ? { readonly body?: undefined }
    : { readonly body: PortalBodyOf<EndpointOf<Name>> });

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
};

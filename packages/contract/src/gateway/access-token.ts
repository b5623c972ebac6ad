import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { secret } from '../secret.ts';
import { query } from './query.ts';

/** Exchanges app key and secret for a short-lived access token (SPEC 4.1, 2.5). */
export const accessToken = defineEndpoint({
  name: 'access-token',
  method: 'POST',
  path: '/auth/access_token',
  operation: 'Access token',
  group: 'Token',
  description:
    'Exchanges the app key and secret of one app for an access token. Call it from a back end, keep the token until ' +
    'shortly before expire_at, then exchange again.',
  authentication: 'app-credentials',
  query: query({}),
  body: {
    mediaType: 'application/x-www-form-urlencoded',
    schema: Type.Object(
      {
        app_key: Type.String({ minLength: 1, maxLength: 128, description: 'app key (AK) of the app' }),
        app_secret: secret(Type.String({ minLength: 1, maxLength: 256, description: 'app secret of the app' })),
      },
      { additionalProperties: false },
    ),
  },
  data: Type.Object({
    access_token: secret(
      Type.String({ description: 'Opaque token. Send it raw as "Authorization: <access_token>"; never to a browser.' }),
    ),
    expire_at: Type.Integer({ description: 'When the token ends: Unix timestamp in seconds.' }),
  }),
  failures: [
    'err_parameter_invalid',
    'err_app_credentials_invalid',
    'err_app_suspended',
    'err_app_team_closed',
    'err_app_disabled',
    'err_app_expired',
    'err_app_network_not_allowed',
    'err_payload_too_large',
    'err_unsupported_media_type',
  ],
  example: {
    body: { app_key: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA', app_secret: 'ohs_<the secret of the app>' },
    data: { access_token: 'oht_<opaque>', expire_at: 1_793_577_600 },
  },
});

import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

/** Activates a tour (SPEC 4.3 and 3; decision 0008 on `action_num`). */
export const vrSubmit = defineEndpoint({
  name: 'vr-submit',
  method: 'POST',
  path: '/open/saas/v2/vr/submit',
  operation: 'Activate tour v2',
  group: 'Management',
  description:
    'Sets the tour active: VR basic data answers is_active true from then on. Safe to repeat; an active tour stays active.',
  authentication: 'access-token',
  query: query({}),
  body: {
    mediaType: 'application/json',
    schema: Type.Object(
      {
        resource_code: ResourceCode,
        action_num: Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: "the caller's own number for this action, from 0 to 2147483647; it does not change the result",
        }),
      },
      { additionalProperties: false },
    ),
  },
  data: Type.Object({ msg: Type.String({ description: 'A sentence on the outcome, for a person.' }) }),
  failures: [
    'err_parameter_invalid',
    'err_parse_resource_code_failed',
    'err_resource_not_found',
    'err_app_read_only',
    'err_payload_too_large',
    'err_unsupported_media_type',
  ],
  example: {
    body: { resource_code: 'demo-loft', action_num: 1 },
    data: { msg: 'The tour is active.' },
  },
});

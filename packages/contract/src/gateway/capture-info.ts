import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

/** How the tour was captured (SPEC 4.2, 2.6). */
export const captureInfo = defineEndpoint({
  name: 'capture-info',
  method: 'GET',
  path: '/open/saas/v1/derived/capture/info',
  operation: 'Capture information',
  group: 'Tours',
  description: 'How the tour was captured: device, number of viewpoints and time, as one text.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({ info: Type.String({ description: 'Free text on the capture; may itself be JSON.' }) }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: { info: '12 viewpoints on 2 floors, rendered on 2026-11-20.' },
  },
});

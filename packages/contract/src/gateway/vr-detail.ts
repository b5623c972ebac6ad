import { defineEndpoint } from '../endpoint.ts';
import { RESOURCE_CODE } from './examples/demo-loft.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { vrInfo } from './vr-info.ts';

/** VR basic data at the address where public starters ask for it after the list (decision 0112). */
export const vrDetail = defineEndpoint({
  name: 'vr-detail',
  method: 'GET',
  path: '/open/v1/entity/vr',
  operation: 'Tour of the list',
  group: 'Tours',
  description: 'One tour of the list by its vr_code: the same data as "VR basic data", byte for byte.',
  authentication: 'access-token',
  query: query({ vr_code: ResourceCode }),
  body: undefined,
  data: vrInfo.data,
  failures: vrInfo.failures,
  example: { query: { vr_code: RESOURCE_CODE }, data: vrInfo.example.data },
});

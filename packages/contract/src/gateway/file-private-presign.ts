import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { secret } from '../secret.ts';
import { failuresOfTourRead } from './failures.ts';
import { Paths } from './list-parameters.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

/** Links that open private files of a tour for a while (SPEC 4.2, 2.6; decision 0110 on paths). */
export const filePrivatePresign = defineEndpoint({
  name: 'file-private-presign',
  method: 'GET',
  path: '/open/v3/view/file/private/presign',
  operation: 'Private file preview links',
  group: 'Files',
  description:
    'Links that open private files of the tour without an access token until they expire. Each is signed and bound to ' +
    'the Team, the tour and the path; hand it on to a browser, do not store it.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode, paths: Paths }),
  body: undefined,
  data: Type.Object({
    expired_timestamp: Type.Integer({ description: 'When the links end: Unix timestamp in seconds.' }),
    presigned_urls: Type.Array(secret(Type.String({ description: 'A link. Whoever has it can open the file.' })), {
      description: 'The links, in the order of paths.',
    }),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft', paths: '["private/warranty.txt"]' },
    data: {
      expired_timestamp: 1_795_178_400,
      presigned_urls: [
        'https://gateway.example.com/files/demo/demo-loft/private/warranty.txt?expires=1795178400&signature=1.c2lnbmF0dXJlIG9mIHRoaXMgbGluaywgYXMgYmFzZTY0dXJs',
      ],
    },
  },
});

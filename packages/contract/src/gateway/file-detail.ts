import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const ExtendedFile = Type.Object(
  {
    uid: text('Id of the file.'),
    name: text('Name of the file, as shown.'),
    type: text('Media type or kind of the file.'),
    path: Type.Optional(
      Type.String({ description: 'Path of the file in the tour, for paths of "Private file preview links".' }),
    ),
    url: text('Address of the file; may be empty when the file is private.'),
    poster: text('Address of a picture of the file; may be empty.'),
  },
  { title: 'ExtendedFile', description: 'A file that belongs to the tour.' },
);

/** Files that belong to a tour (SPEC 4.2, 2.6). */
export const fileDetail = defineEndpoint({
  name: 'file-detail',
  method: 'GET',
  path: '/open/v3/view/custom/file/detail',
  operation: 'Extended file list',
  group: 'Files',
  description: 'Files the owner added to the tour, such as floor plans and brochures.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    file_count: Type.Integer({ description: 'Number of files in file_list.' }),
    file_list: Type.Array(ExtendedFile, { description: 'The files; empty when the tour has none.' }),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: {
      file_count: 2,
      file_list: [
        {
          uid: 'file-plan',
          name: 'Floor plan.pdf',
          path: 'files/floor-plan.pdf',
          type: 'application/pdf',
          url: 'https://gateway.example.com/files/demo/demo-loft/files/floor-plan.pdf',
          poster: 'https://gateway.example.com/files/demo/demo-loft/files/floor-plan.jpg',
        },
        {
          uid: 'file-warranty',
          name: 'Oven warranty.txt',
          path: 'private/warranty.txt',
          type: 'text/plain',
          url: '',
          poster: '',
        },
      ],
    },
  },
});

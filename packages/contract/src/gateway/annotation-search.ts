import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { labels } from './examples/labels.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { roomLabel } from './shapes/room-label.ts';

/** The labels of a tour (SPEC 4.2; its shape is decision 0005). */
export const annotationSearch = defineEndpoint({
  name: 'annotation-search',
  method: 'GET',
  path: '/open/v3/annotation/search',
  operation: 'Label data',
  group: 'Spaces',
  description:
    'The labels of the tour, such as the names of its rooms, each with its position and the best view of it.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    list: Type.Array(
      Type.Object(
        {
          ...roomLabel,
          type: Type.Optional(
            Type.String({ description: 'Kind of label, such as room; missing means the name of a room.' }),
          ),
        },
        { title: 'Label', description: 'A label.' },
      ),
      { description: 'The labels; empty when the tour has none.' },
    ),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: { list: labels.map((label) => ({ ...label, type: 'room' })) },
  },
});

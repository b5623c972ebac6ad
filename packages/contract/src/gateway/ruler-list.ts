import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { identifier } from './shapes/identifier.ts';
import { position } from './shapes/vector3.ts';

const RulerPoint = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Id of the end.' })),
    position: position('Position of the end: [x, y, z] in metres.'),
  },
  { title: 'RulerPoint', description: 'An end of a measured line.' },
);

const RulerLine = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Id of the line.' })),
    text: Type.Optional(Type.String({ description: 'Length as shown, with its unit.' })),
    points: Type.Array(RulerPoint, { description: 'The ends of the line.' }),
  },
  { title: 'RulerLine', description: 'A measured line.' },
);

const Ruler = Type.Object(
  {
    id: identifier('Id of the ruler.'),
    custom_id: Type.Optional(identifier('Id of the customisation the ruler belongs to.')),
    keywords: Type.Optional(Type.Array(Type.String(), { description: 'Words to find the ruler by.' })),
    polyline: Type.Object(
      {
        id: Type.Optional(Type.String({ description: 'Id of the polyline.' })),
        visiblePanoIndexes: Type.Optional(
          Type.Array(Type.Integer(), { description: 'Indexes of the viewpoints that show the ruler.' }),
        ),
        lines: Type.Array(RulerLine, { description: 'The measured lines.' }),
      },
      { description: 'What was measured.' },
    ),
  },
  { title: 'Ruler', description: 'A measurement the owner left in the tour.' },
);

/** Measurements left in a tour (SPEC 4.2, 2.6). */
export const rulerList = defineEndpoint({
  name: 'ruler-list',
  method: 'GET',
  path: '/open/saas/v1/custom/ruler/list',
  operation: 'Custom ruler data',
  group: 'Spaces',
  description: 'The measurements the owner left in the tour: their ends in metres and the length as shown.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    list: Type.Array(Ruler, { description: 'The rulers; empty when the tour has none.' }),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: {
      list: [
        {
          id: 8001,
          custom_id: 6001,
          keywords: ['Ceiling height'],
          polyline: {
            id: 'ceiling-height',
            visiblePanoIndexes: [6],
            lines: [
              {
                id: 'ceiling-height-1',
                text: '5.20 m',
                points: [
                  { id: 'ceiling-height-1-a', position: [3.55, 0, 0] },
                  { id: 'ceiling-height-1-b', position: [3.55, 5.2, 0] },
                ],
              },
            ],
          },
        },
        {
          id: 8002,
          custom_id: 6001,
          keywords: ['Window width', 'Window height'],
          polyline: {
            id: 'window',
            visiblePanoIndexes: [6],
            lines: [
              {
                id: 'window-width',
                text: '3.20 m',
                points: [
                  { id: 'window-1', position: [0, 0.35, 0.75] },
                  { id: 'window-2', position: [0, 0.35, 3.95] },
                ],
              },
              {
                id: 'window-height',
                text: '4.15 m',
                points: [
                  { id: 'window-2', position: [0, 0.35, 3.95] },
                  { id: 'window-3', position: [0, 4.5, 3.95] },
                ],
              },
            ],
          },
        },
      ],
    },
  },
});

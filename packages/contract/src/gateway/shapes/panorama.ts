import Type from 'typebox';
import { identifier } from './identifier.ts';

const face = (side: string) =>
  Type.String({ description: `Picture of the ${side} face of the cube, relative to base_url or absolute.` });

/** The six pictures taken at one viewpoint. */
const PanoramaCube = Type.Object(
  {
    index: Type.Integer({ description: 'Index of the viewpoint the pictures were taken at.' }),
    derived_id: Type.Optional(identifier('Id of the panorama.')),
    derived_id_str: Type.Optional(Type.String({ description: 'The digits of derived_id, safe in every language.' })),
    tiles: Type.Optional(Type.Array(Type.Number(), { description: 'Levels of detail the faces are also cut into.' })),
    size_list: Type.Optional(
      Type.Array(Type.Number(), { description: 'Edge lengths the faces are available in, in pixels.' }),
    ),
    up: face('upper'),
    down: face('lower'),
    left: face('left'),
    right: face('right'),
    front: face('front'),
    back: face('back'),
    preview: Type.Optional(
      Type.String({
        description:
          'The six faces in small, as equal squares one below the other in one picture (back, down, front, left, right, up), relative to base_url or absolute; shown until the faces are there.',
      }),
    ),
  },
  { title: 'PanoramaCube', description: 'The six pictures taken at one viewpoint.' },
);

export const Panorama = Type.Object(
  {
    count: Type.Integer({ description: 'Number of entries in list.' }),
    list: Type.Array(PanoramaCube, { description: 'The pictures, one entry a viewpoint.' }),
  },
  { description: 'The panoramas; missing in tours that are a model only.' },
);

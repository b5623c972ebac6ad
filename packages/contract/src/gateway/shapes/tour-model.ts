import Type from 'typebox';
import { nullable } from './nullable.ts';

/** The 3D model of a tour. */
export const TourModel = Type.Object(
  {
    file_url: Type.Optional(Type.String({ description: 'The model file, relative to base_url or absolute.' })),
    material_base_url: Type.Optional(
      nullable(Type.String(), {
        description: 'Address the textures are relative to; relative to base_url or absolute.',
      }),
    ),
    material_textures: Type.Optional(
      nullable(Type.Array(Type.String()), { description: 'File names of the textures.' }),
    ),
    type: Type.Optional(Type.Integer({ description: 'Kind of the model file, a number of the publisher.' })),
    tiles: Type.Optional(Type.Unknown({ description: 'How the model is cut into tiles, as its publisher wrote it.' })),
    layers: Type.Optional(
      Type.Unknown({ description: 'Further layers of the model, as its publisher wrote them; may be null.' }),
    ),
    modify_time: Type.Optional(
      nullable(Type.String(), { description: 'When the model was last changed, as its publisher wrote it.' }),
    ),
  },
  { description: 'The 3D model.' },
);

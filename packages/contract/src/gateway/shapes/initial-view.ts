import Type from 'typebox';
import { vector3 } from './vector3.ts';
import { distance, heading, mode, view } from './view.ts';

/** Where a tour starts. Real tours state any part of it (decision 0105); a viewer falls back on what is absent. */
export const InitialView = Type.Object(
  {
    pano_index: Type.Optional(Type.Integer({ description: 'Index of the viewpoint the tour starts at.' })),
    longitude: Type.Optional(view.longitude),
    latitude: Type.Optional(view.latitude),
    fov: Type.Optional(view.fov),
    heading: Type.Optional(heading),
    flag_position: Type.Optional(
      Type.Array(Type.Number(), { description: 'Spot marked at the start: [x, y, z] in metres, or empty.' }),
    ),
    mode: Type.Optional(mode),
    distance: Type.Optional(distance),
    offset: Type.Optional(vector3('Shift of the camera’s target, in metres.')),
    panoIndex: Type.Optional(Type.Number({ description: 'The same as pano_index, in the viewer’s spelling.' })),
    workCode: Type.Optional(Type.String({ description: 'Code of the work the view was taken in; may be empty.' })),
  },
  { description: 'Where the tour starts; missing in some tours that are a model only.' },
);

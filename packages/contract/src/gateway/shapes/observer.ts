import Type from 'typebox';
import { quaternion } from './quaternion.ts';
import { position } from './vector3.ts';

/** One viewpoint of a tour. Real tours carry more per viewpoint, such as ids of the capture (decision 0105). */
export const Observer = Type.Object(
  {
    index: Type.Integer({ description: 'Index of the viewpoint; panorama.list has the pictures with the same index.' }),
    floor_index: Type.Integer({ description: 'Floor the viewpoint is on, counted from 0.' }),
    position: position('The camera: [x, y, z] in metres.'),
    standing_position: position('The spot on the floor below the camera: [x, y, z] in metres.'),
    quaternion: quaternion('Turns directions of this panorama into directions of the tour.'),
    accessible_nodes: Type.Array(Type.Integer(), {
      description: 'Indexes of the viewpoints one can walk to from here; may be empty or one-way.',
    }),
    visible_nodes: Type.Array(Type.Integer(), {
      description: 'Indexes of the viewpoints that can be seen from here; may be empty.',
    }),
    active: Type.Optional(Type.Boolean({ description: 'Whether the viewpoint is in use; missing means it is.' })),
    offset_point_count: Type.Optional(Type.Integer({ description: 'Number of offset points around the viewpoint.' })),
  },
  { title: 'Observer', description: 'A viewpoint.' },
);

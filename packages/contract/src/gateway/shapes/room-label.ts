import Type from 'typebox';
import { vector3 } from './vector3.ts';

/** The fields of a label, in the room label plugin and in "Label data" alike (decision 0005). */
export const roomLabel = {
  id: Type.String({ description: 'Id of the label.' }),
  name: Type.String({ description: 'Text of the label.' }),
  floor_index: Type.Integer({ description: 'Floor the label is on, counted from 0.' }),
  pano_index: Type.Integer({ description: 'Index of the viewpoint from which the label is seen best.' }),
  longitude: Type.Number({
    description: 'Direction of the label from that viewpoint, in radians: λ points along (−sin λ, 0, −cos λ).',
  }),
  position: vector3('Position of the label, in metres.'),
};

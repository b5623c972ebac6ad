import { ASSETS, NAME, RESOURCE_CODE } from './demo-loft.ts';

const ROOT = 'demo-house';
/** The matrix that leaves everything where it is. */
const UNMOVED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1].map(String);

export const groupTreeExample = {
  query: { node_code: ROOT, source: 'website' },
  data: {
    node_code: ROOT,
    parent_node_code: '',
    code: ROOT,
    group_code: ROOT,
    name: 'Building by the park',
    group_type: 1,
    type: 0,
    level: 0,
    position: 0,
    is_active: true,
    is_default: false,
    initial: {},
    transform: {},
    vr_info: {
      resource_code: '',
      name: 'Building by the park',
      is_active: true,
      custom_from_type: '',
      title_picture_url: `${ASSETS}images/title.jpg`,
    },
    children: [
      {
        node_code: 'demo-house-loft',
        parent_node_code: ROOT,
        code: RESOURCE_CODE,
        group_code: ROOT,
        name: NAME,
        group_type: 1,
        type: 1,
        level: 1,
        position: 0,
        is_active: true,
        is_default: true,
        initial: { pano_index: 6, longitude: 0.5161, latitude: 0, fov: 90 },
        transform: UNMOVED,
        vr_info: {
          resource_code: RESOURCE_CODE,
          name: NAME,
          is_active: true,
          custom_from_type: 'vr',
          title_picture_url: `${ASSETS}images/title.jpg`,
          vr_url: 'https://homes.example.com/tours/demo-loft',
        },
        children: [],
      },
    ],
  },
};

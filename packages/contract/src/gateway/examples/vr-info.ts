import { ASSETS, CREATE_TIME, MODIFY_TIME, NAME, observers, RESOURCE_CODE } from './demo-loft.ts';

/** Ids of the loft's panoramas start here. */
const FIRST_DERIVED_ID = 81_000;

const panoramas = observers.map(({ index }) => ({
  index,
  derived_id: FIRST_DERIVED_ID + index,
  derived_id_str: String(FIRST_DERIVED_ID + index),
  tiles: [1, 2],
  size_list: [1024],
  up: `images/${index}_u.jpg`,
  down: `images/${index}_d.jpg`,
  left: `images/${index}_l.jpg`,
  right: `images/${index}_r.jpg`,
  front: `images/${index}_f.jpg`,
  back: `images/${index}_b.jpg`,
  preview: `images/${index}_preview.jpg`,
}));

export const vrInfoExample = {
  query: { resource_code: RESOURCE_CODE },
  data: {
    _signature: 'c2lnbmF0dXJlIG9mIHRoZSBwdWJsaXNoZXI=',
    allow_hosts: ['*'],
    base_url: ASSETS,
    basic_code: 'demo-loft-capture',
    certificate: '-----BEGIN CERTIFICATE-----\nY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n',
    create_time: CREATE_TIME,
    expire_at: '2110752000000',
    from_type: 'vr',
    initial: {
      fov: 90,
      heading: 0,
      latitude: 0,
      longitude: 0.5161,
      pano_index: 6,
      flag_position: [2.2, 0.22, 1.01],
      mode: 'Panorama',
      distance: 0,
      offset: { x: 0, y: 0, z: 0 },
      panoIndex: 6,
      workCode: '',
    },
    is_active: true,
    model: {
      file_url: 'model/loft.glb',
      material_base_url: 'model/textures/',
      material_textures: ['texture_0.jpg', 'texture_1.jpg'],
      type: 0,
      tiles: [],
      layers: null,
      modify_time: MODIFY_TIME,
    },
    name: NAME,
    observers,
    panorama: { count: panoramas.length, list: panoramas },
    picture_url: `${ASSETS}images/picture.jpg`,
    title_picture_url: `${ASSETS}images/title.jpg`,
    project_id: 5001,
    resource_code: RESOURCE_CODE,
    device_type: 'rendered',
  },
};

import { ASSETS, RESOURCE_CODE } from './demo-loft.ts';

const config = {
  can_play: true,
  move_effect: 'fly',
  move_speed: 1,
  move_speed_enum: [0.5, 1, 2],
  play_mode: 'rotate',
  play_rotation: 360,
  play_speed: 1,
  play_speed_enum: [0.5, 1, 2],
};

export const observerGuideListExample = {
  query: { resource_code: RESOURCE_CODE },
  data: {
    can_play: true,
    list: [
      {
        id: 3001,
        custom_id: 6001,
        derived_id: 81_006,
        derived_id_str: '81006',
        display_index: 1,
        name: 'Living room',
        pano_index: 6,
        type: 1,
        height: 600,
        width: 800,
        picture_url: `${ASSETS}guide/living-room.jpg`,
        square_picture_url: `${ASSETS}guide/living-room-square.jpg`,
        config,
        data: {
          distance: 0,
          fov: 90,
          heading: 0,
          latitude: 0,
          longitude: 0.5161,
          floor_index: 0,
          pano_index: 6,
          flag_position: ['2.2', '0.22', '1.01'],
          mode: 'Panorama',
          offset: { x: 0, y: 0, z: 0 },
        },
      },
      {
        id: 3002,
        custom_id: 6001,
        derived_id: 81_011,
        derived_id_str: '81011',
        display_index: 2,
        name: 'Bedroom',
        pano_index: 11,
        type: 1,
        height: 600,
        width: 800,
        picture_url: `${ASSETS}guide/bedroom.jpg`,
        square_picture_url: `${ASSETS}guide/bedroom-square.jpg`,
        config,
        data: { longitude: 0, latitude: 0, fov: 90, floor_index: 1, pano_index: 11, mode: 'Panorama', offset: null },
      },
    ],
  },
};

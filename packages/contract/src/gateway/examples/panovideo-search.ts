import { ASSETS, CREATE_TIMESTAMP, MODIFY_TIMESTAMP, RESOURCE_CODE } from './demo-loft.ts';

const RENDER_ID = 'render-2001';

export const panovideoSearchExample = {
  query: { resource_code: RESOURCE_CODE, status: '1' },
  data: {
    list: [
      {
        id: 2001,
        custom_id: 6001,
        derived_id: 81_007,
        derived_id_str: '81007',
        pano_index: 7,
        status: 1,
        create_timestamp: CREATE_TIMESTAMP,
        modify_timestamp: MODIFY_TIMESTAMP,
        render_id: RENDER_ID,
        guide_config: {
          text: 'Leaves in the wind',
          style: { height: 64, ratio: 1, steps: 1, width: 64, type: 'image', url: `${ASSETS}icons/video.png` },
        },
        handle_response: { error_msg: '', status: 'success' },
        video_list: [
          {
            file_name: 'window.mp4',
            input_file_md5: '0cc175b9c0f1b6a831c399e269772661',
            input_file_name: 'window-raw.mov',
            input_file_url: `${ASSETS}videos/window-raw.mov`,
            output_file_md5: '92eb5ffee6ae2fec3ad71c777531578f',
            output_file_url: `${ASSETS}videos/window.mp4`,
            render_id: RENDER_ID,
            url: `${ASSETS}videos/window.mp4`,
            fov: 60,
            origin: [-0.09, 2.425, 2.35],
          },
        ],
      },
    ],
  },
};

import type { Payload } from '../wire/bundle.ts';
import { md5OfCommitted } from '../wire/committed.ts';
import { listed } from '../wire/geometry.ts';
import { moment } from '../wire/moment.ts';
import { CODE, CUSTOM_ID, derivedId, FILES, thing } from './loft.ts';
import { WINDOW_VIDEO } from './window-video.ts';

const md5 = md5OfCommitted(CODE, WINDOW_VIDEO);
const made = moment('2026-11-20 14:00:00').timestamp;
const rendered = moment('2026-11-20 14:02:30').timestamp;
const WINDOW = thing('window');
const HINT_SIZE_PX = 64;

const hint = (text: string) => ({
  text,
  style: {
    type: 'image',
    url: `${FILES}icons/video.svg`,
    width: HINT_SIZE_PX,
    height: HINT_SIZE_PX,
    ratio: 1,
    steps: 1,
  },
});

/** By the window: the observer the video plays at. */
const BY_THE_WINDOW = 7;
const KITCHEN = 3;

export const panovideoSearch: Payload<'panovideo-search'> = {
  list: [
    {
      id: 470_001,
      custom_id: CUSTOM_ID,
      ...derivedId(BY_THE_WINDOW),
      pano_index: BY_THE_WINDOW,
      status: 1,
      render_id: 'render-470001',
      create_timestamp: made,
      modify_timestamp: rendered,
      guide_config: hint('Leaves in the wind · 风中的树叶'),
      handle_response: { status: 'success', error_msg: '' },
      video_list: [
        {
          url: `${FILES}${WINDOW_VIDEO}`,
          file_name: 'window.webm',
          fov: 60,
          origin: listed(WINDOW.position),
          input_file_name: 'window.webm',
          input_file_url: `${FILES}${WINDOW_VIDEO}`,
          input_file_md5: md5,
          output_file_url: `${FILES}${WINDOW_VIDEO}`,
          output_file_md5: md5,
          render_id: 'render-470001',
        },
      ],
    },
    {
      // One that could not be rendered: it has no video to show.
      id: 470_002,
      custom_id: CUSTOM_ID,
      ...derivedId(KITCHEN),
      pano_index: KITCHEN,
      status: 0,
      render_id: 'render-470002',
      create_timestamp: rendered,
      modify_timestamp: rendered,
      guide_config: hint(''),
      handle_response: { status: 'failed', error_msg: 'The recording of the kettle ended after 0 frames.' },
      video_list: [],
    },
  ],
};

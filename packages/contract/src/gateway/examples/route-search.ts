import { ASSETS, RESOURCE_CODE, standingAt } from './demo-loft.ts';

const lineStyle = {
  background_opacity: 0.6,
  border_opacity: 1,
  opacity: 1,
  scale: 1,
  unit_length: 0.5,
  width: 0.3,
  visible: true,
  texture: { key: 'arrow' },
};

export const routeSearchExample = {
  query: { resource_code: RESOURCE_CODE, is_asc: '1', types: '["visit"]' },
  data: {
    list: [
      {
        id: 9001,
        custom_id: 6001,
        display_index: 1,
        user_id: 4001,
        name: 'From the door to the sofa',
        type: 'visit',
        pano_group: [0, 1, 5, 6],
        visible_floor_indexes: [0],
        model_style_config: {
          ...lineStyle,
          background_color: '#ffffff',
          border_color: '#256847',
          color: '#256847',
          start_tag: {
            id: 'start',
            position: standingAt(0),
            data: { icon_url: `${ASSETS}icons/start.png`, key: 'start', text: 'Entry' },
          },
          end_tag: {
            id: 'end',
            position: standingAt(6),
            data: { icon_url: `${ASSETS}icons/end.png`, key: 'end', text: 'Living room' },
          },
        },
        panorama_style_config: lineStyle,
        path: [
          {
            type: 'curve',
            curve_type: 'catmullrom',
            tension: 0.5,
            points: [standingAt(0), standingAt(1), standingAt(5), standingAt(6)],
          },
        ],
      },
    ],
  },
};

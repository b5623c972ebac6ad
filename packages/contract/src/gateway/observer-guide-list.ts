import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { observerGuideListExample } from './examples/observer-guide-list.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { identifier } from './shapes/identifier.ts';
import { nullable } from './shapes/nullable.ts';
import { vector3 } from './shapes/vector3.ts';
import { distance, heading, mode, view } from './shapes/view.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));
const number = (description: string) => Type.Optional(Type.Number({ description }));
const numbers = (description: string) => Type.Optional(Type.Array(Type.Number(), { description }));
const pixels = (description: string) => Type.Optional(Type.Integer({ description }));

const PlayConfig = Type.Object(
  {
    can_play: Type.Optional(Type.Boolean({ description: 'Whether the guide may play by itself.' })),
    play_mode: text('What happens at a viewpoint, such as rotate.'),
    play_rotation: number('How far the view turns at a viewpoint, in degrees.'),
    play_speed: number('Factor on the speed of playing; 1 leaves it.'),
    play_speed_enum: numbers('Factors to choose play_speed from.'),
    move_effect: text('How the viewer moves on, such as fly or fade.'),
    move_speed: number('Factor on the speed of moving on; 1 leaves it.'),
    move_speed_enum: numbers('Factors to choose move_speed from.'),
  },
  { description: 'How the guide plays.' },
);

const GuideView = Type.Object(
  {
    pano_index: Type.Optional(Type.Integer({ description: 'Index of the viewpoint.' })),
    floor_index: Type.Optional(Type.Integer({ description: 'Floor the viewpoint is on, counted from 0.' })),
    longitude: Type.Optional(view.longitude),
    latitude: Type.Optional(view.latitude),
    fov: Type.Optional(view.fov),
    heading: Type.Optional(heading),
    distance: Type.Optional(distance),
    mode: Type.Optional(mode),
    offset: Type.Optional(
      nullable(vector3('Shift in metres.'), { description: 'Shift of the camera’s target; null without one.' }),
    ),
    flag_position: Type.Optional(
      Type.Array(Type.String(), { description: 'Spot marked in the view: x, y and z in metres, each as text.' }),
    ),
  },
  { description: 'The view the guide stops at.' },
);

const GuideStop = Type.Object(
  {
    id: identifier('Id of the stop.'),
    custom_id: Type.Optional(identifier('Id of the customisation it belongs to.')),
    derived_id: Type.Optional(identifier('Id of the panorama.')),
    derived_id_str: text('The digits of derived_id, safe in every language.'),
    name: text('Name of the stop.'),
    display_index: Type.Optional(Type.Integer({ description: 'Index in the display order.' })),
    pano_index: Type.Integer({ description: 'Index of the viewpoint.' }),
    type: Type.Optional(Type.Integer({ description: 'Kind of stop, a number of the publisher.' })),
    picture_url: text('Address of a picture of the view.'),
    square_picture_url: text('Address of the same picture, cut square.'),
    width: pixels('Width of the picture, in pixels.'),
    height: pixels('Height of the picture, in pixels.'),
    config: Type.Optional(PlayConfig),
    data: Type.Optional(GuideView),
  },
  { title: 'GuideStop', description: 'A stop of the guide.' },
);

/** The guide that leads from viewpoint to viewpoint (SPEC 4.2, 2.6). */
export const observerGuideList = defineEndpoint({
  name: 'observer-guide-list',
  method: 'GET',
  path: '/open/saas/v1/custom/observer/guide/list',
  operation: 'Point navigation (new)',
  group: 'Guides',
  description: 'The stops of the guide through the tour, in the order of display, with the view at each.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    can_play: Type.Optional(Type.Boolean({ description: 'Whether the guide may play by itself.' })),
    list: Type.Array(GuideStop, { description: 'The stops; empty when the tour has no guide.' }),
  }),
  failures: failuresOfTourRead,
  example: observerGuideListExample,
});

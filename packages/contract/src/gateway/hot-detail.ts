import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { hotDetailExample } from './examples/hot-detail.ts';
import { failuresOfRecordRead } from './failures.ts';
import { TagId } from './parameters.ts';
import { query } from './query.ts';
import { fiveState } from './shapes/five-state.ts';
import { identifier } from './shapes/identifier.ts';
import { nullable } from './shapes/nullable.ts';
import { tagContent } from './shapes/tag-content.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

/** One tag with its history and device (SPEC 4.2, 2.6). */
export const hotDetail = defineEndpoint({
  name: 'hot-detail',
  method: 'GET',
  path: '/open/saas/v2/hot/detail',
  operation: 'Tag details',
  group: 'Tags',
  description: 'One tag of a tour of the Team by its id: content, position, history and the device it represents.',
  authentication: 'access-token',
  query: query({ id: TagId }),
  body: undefined,
  data: Type.Object({
    id: identifier('Id of the tag.'),
    custom_id: Type.Optional(identifier('Id of the customisation the tag belongs to.')),
    name: text('Name of the tag.'),
    description: Type.Optional(nullable(Type.String(), { description: 'Text of the tag.' })),
    type: text('Kind of tag: a key of "Tag configuration".'),
    status: Type.Optional(Type.Integer({ description: 'State of the tag, a number of the publisher; 1 is in use.' })),
    is_apply: Type.Optional(Type.Integer({ description: '1 when the tag is applied to the tour, else 0.' })),
    coding_matched: Type.Optional(Type.Integer({ description: '1 when a device is matched to the tag, else 0.' })),
    create_time: text('When the tag was made: YYYY-MM-DD HH:MM:SS.'),
    create_timestamp: Type.Optional(Type.Integer({ description: 'When the tag was made: Unix timestamp in seconds.' })),
    modify_time: text('When the tag was last changed: YYYY-MM-DD HH:MM:SS.'),
    modify_timestamp: Type.Optional(
      Type.Integer({ description: 'When the tag was last changed: Unix timestamp in seconds.' }),
    ),
    device_name: text('Name of the device the tag stands for; may be empty.'),
    device_type: text('Kind of that device; may be empty.'),
    device_sub_type: text('Finer kind of that device; may be empty.'),
    source: text('Where the tag was made; may be empty.'),
    stick_type: text('What the tag sticks to, such as model or pano.'),
    target_url: Type.Optional(nullable(Type.String(), { description: 'Address the tag leads to; may be empty.' })),
    extend: text('Free text of the owner; may be empty or JSON.'),
    extra_data: Type.Optional(
      Type.Object({}, { description: 'Free fields of the publisher; nothing in them is promised.' }),
    ),
    keywords: Type.Optional(nullable(Type.Array(Type.String()), { description: 'Words to find the tag by.' })),
    position: Type.Optional(
      Type.Array(Type.String(), { description: 'Position of the tag: x, y and z in metres, each as text.' }),
    ),
    normal_vector: Type.Optional(
      Type.Array(Type.String(), { description: 'Direction the surface faces: x, y and z without unit, each as text.' }),
    ),
    media_data: Type.Optional(
      Type.Unknown({ description: 'Pictures, videos and sounds of the tag, as its kind has them; null without any.' }),
    ),
    content_data: Type.Optional(Type.Object(tagContent, { description: 'What the tag says.' })),
    five_state: Type.Optional(fiveState('The view the tag was placed in.')),
  }),
  failures: failuresOfRecordRead,
  example: hotDetailExample,
});

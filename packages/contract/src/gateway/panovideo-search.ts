import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { panovideoSearchExample } from './examples/panovideo-search.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode, Status } from './parameters.ts';
import { query } from './query.ts';
import { identifier } from './shapes/identifier.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));
const number = (description: string) => Type.Optional(Type.Number({ description }));
const seconds = (description: string) => Type.Optional(Type.Integer({ description }));

const GuideConfig = Type.Object(
  {
    text: text('Text of the hint; may be empty.'),
    style: Type.Optional(
      Type.Object(
        {
          type: text('Kind of picture, such as image or sequence.'),
          url: text('Address of the picture; may be empty.'),
          width: number('Width, in pixels.'),
          height: number('Height, in pixels.'),
          ratio: number('Width divided by height.'),
          steps: number('Frames of an animated picture; 1 when it stands still.'),
        },
        { description: 'The picture of the hint.' },
      ),
    ),
  },
  { description: 'The hint that leads a viewer to the video.' },
);

const PointVideo = Type.Object(
  {
    url: text('Address of the video to play; may be empty.'),
    file_name: text('File name of the video.'),
    fov: number('Vertical field of view the video covers, in degrees.'),
    origin: Type.Optional(
      Type.Array(Type.Number(), { description: 'Where the video sits in the panorama, as its publisher wrote it.' }),
    ),
    input_file_name: text('Name of the file that was handed in.'),
    input_file_url: text('Address of that file; may be empty.'),
    input_file_md5: text('MD5 of that file, 32 hexadecimal digits; may be empty.'),
    output_file_url: text('Address of the rendered file; may be empty.'),
    output_file_md5: text('MD5 of the rendered file; may be empty.'),
    render_id: text('Id of the rendering; may be empty.'),
  },
  { title: 'PointVideo', description: 'A video at a viewpoint.' },
);

const PointVideoRecord = Type.Object(
  {
    id: identifier('Id of the record.'),
    custom_id: Type.Optional(identifier('Id of the customisation it belongs to.')),
    derived_id: Type.Optional(identifier('Id of the panorama it plays in.')),
    derived_id_str: text('The digits of derived_id, safe in every language.'),
    pano_index: Type.Integer({ description: 'Index of the viewpoint it plays at.' }),
    status: Type.Optional(
      Type.Integer({ description: 'State of the record, a number of the publisher; status filters by it.' }),
    ),
    render_id: text('Id of the rendering; may be empty.'),
    create_timestamp: seconds('When it was made: Unix timestamp in seconds.'),
    modify_timestamp: seconds('When it was last changed: Unix timestamp in seconds.'),
    guide_config: Type.Optional(GuideConfig),
    handle_response: Type.Optional(
      Type.Object(
        { status: text('Outcome of the rendering.'), error_msg: text('What went wrong; empty when nothing did.') },
        { description: 'Outcome of the rendering.' },
      ),
    ),
    video_list: Type.Optional(Type.Array(PointVideo, { description: 'The videos at this viewpoint.' })),
  },
  { title: 'PointVideoRecord', description: 'The videos of one viewpoint.' },
);

/** Videos that play inside panoramas (SPEC 4.2, 2.6; decision 0110 on status). */
export const panovideoSearch = defineEndpoint({
  name: 'panovideo-search',
  method: 'GET',
  path: '/open/v3/panovideo/search',
  operation: 'Point video data',
  group: 'Guides',
  description: 'The videos that play inside panoramas, by viewpoint.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode, status: Type.Optional(Status) }),
  body: undefined,
  data: Type.Object({
    list: Type.Array(PointVideoRecord, { description: 'The records; empty when none has the status asked for.' }),
  }),
  failures: failuresOfTourRead,
  example: panovideoSearchExample,
});

import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const ShootDevice = Type.Object(
  {
    title: text('Heading of the section on the camera.'),
    i18n_key: text('Key of that heading in the viewer’s translations; may be empty.'),
    bg_image_url: text('Address of the picture behind the section; may be empty.'),
    gather_time: text('When the tour was captured, as shown; may be empty.'),
    labels: Type.Optional(
      Type.Array(
        Type.Object({
          label: text('Name of the property.'),
          i18n_key: text('Key of that name in the viewer’s translations; may be empty.'),
          value: text('Value of the property.'),
        }),
        { description: 'Properties of the capture.' },
      ),
    ),
  },
  { description: 'The camera the tour was captured with.' },
);

/** What the owner says about a tour (SPEC 4.2, 2.6). */
export const vrIntroduction = defineEndpoint({
  name: 'vr-introduction',
  method: 'GET',
  path: '/open/v3/custom/vr/introduction',
  operation: 'VR introduction',
  group: 'Tours',
  description: 'What the owner says about the tour: a text, facts, a link and the camera.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    introduction: text('The text; may be empty.'),
    info_list: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: 'Facts about the tour, as the owner’s system has them; may be empty.',
      }),
    ),
    link_config: Type.Optional(
      Type.Object(
        {
          title: text('Text of the link; may be empty.'),
          link_url: text('Address the link opens; may be empty.'),
          type: text('Kind of link; may be empty.'),
        },
        { description: 'A link below the text.' },
      ),
    ),
    shoot_device: Type.Optional(ShootDevice),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: {
      introduction: 'A loft of 39 square metres by the park, with a mezzanine and a wall of windows.',
      info_list: [{ label: 'Floors', value: '2' }],
      link_config: { title: 'Arrange a visit', link_url: 'https://homes.example.com/loft', type: 'url' },
      shoot_device: {
        title: 'Capture',
        i18n_key: 'shoot_device.title',
        bg_image_url: 'https://gateway.example.com/files/demo/demo-loft/images/capture.jpg',
        gather_time: '2026-11-20',
        labels: [{ i18n_key: 'shoot_device.viewpoints', label: 'Viewpoints', value: '12' }],
      },
    },
  },
});

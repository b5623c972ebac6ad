import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const BottomFunction = Type.Object(
  {
    type: text('Kind of function, such as introduction or link.'),
    // Spelled as published, whoever runs the gateway.
    is_realsee: Type.Optional(
      Type.Boolean({ description: 'true when the function comes with the platform, false when the owner added it.' }),
    ),
    data: Type.Optional(
      Type.Object(
        {
          text: text('Text of the button.'),
          i18n_key: text('Key of that text in the viewer’s translations; may be empty.'),
          url: text('Address the button opens; may be empty.'),
        },
        { description: 'What the button shows and opens.' },
      ),
    ),
  },
  { title: 'BottomFunction', description: 'A button below the tour.' },
);

const SourceIntroduction = Type.Object(
  {
    title: text('Heading of the section.'),
    content: text('Text; may be empty.'),
    logo_url: text('Address of the logo; may be empty.'),
    more_text: text('Text of the link to more; may be empty.'),
    more_url: text('Address of the link to more; may be empty.'),
    link_open_type: text('Where the link opens, such as blank or self.'),
    website: Type.Optional(
      Type.Object(
        { name: text('Name of the site.'), logo_url: text('Address of the site’s logo; may be empty.') },
        { description: 'The site of the source.' },
      ),
    ),
  },
  { description: 'Who made the tour.' },
);

/** What a viewer says about where a tour comes from (SPEC 4.2, 2.6). */
export const sourceConfig = defineEndpoint({
  name: 'source-config',
  method: 'GET',
  path: '/open/v3/work/source/config',
  operation: 'Source configuration',
  group: 'Tours',
  description: 'The buttons below the tour and what the viewer says about who made it.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    bottom_functions: Type.Optional(
      Type.Array(BottomFunction, { description: 'Buttons below the tour; may be empty.' }),
    ),
    source_introduction: Type.Optional(SourceIntroduction),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: {
      bottom_functions: [
        {
          type: 'link',
          is_realsee: false,
          data: { i18n_key: '', text: 'Arrange a visit', url: 'https://homes.example.com/loft' },
        },
      ],
      source_introduction: {
        title: 'Homes by the park',
        content: 'We show homes by the park.',
        logo_url: 'https://gateway.example.com/files/demo/demo-loft/source/logo.png',
        more_text: 'More homes',
        more_url: 'https://homes.example.com/',
        link_open_type: 'blank',
        website: {
          name: 'Homes by the park',
          logo_url: 'https://gateway.example.com/files/demo/demo-loft/source/site.png',
        },
      },
    },
  },
});

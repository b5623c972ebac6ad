import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { identifier } from './shapes/identifier.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const ContactInfo = Type.Object(
  {
    name: text('Name of the person.'),
    occupation: text('What the person does; may be empty.'),
    avatar: text('Address of a picture of the person; may be empty.'),
    city: text('City; may be empty.'),
    email: text('Email address; may be empty.'),
    mobile: text('Telephone number; may be empty.'),
    introduction: text('What the person says; may be empty.'),
  },
  { description: 'The person to talk to.' },
);

const ContactWay = Type.Object(
  {
    type: text('Kind of way, such as phone or wechat.'),
    info: text('The number, name or address; may be empty.'),
    info_list: Type.Optional(Type.Array(Type.String(), { description: 'Several of them; may be empty.' })),
    qr_code_url: text('Address of a QR code; may be empty.'),
  },
  { title: 'ContactWay', description: 'A way to reach the person.' },
);

const SelectedTour = Type.Object(
  {
    resource_code: text('Code of the tour.'),
    title: text('Title shown for the tour.'),
    title_picture_url: text('Cover picture of the tour; may be empty.'),
    vr_url: text('Address of a page that shows the tour; may be empty.'),
    custom_id: Type.Optional(identifier('Id of the customisation of the tour.')),
    is_active: Type.Optional(Type.Integer({ description: '1 when the tour is active, else 0.' })),
  },
  { title: 'SelectedTour', description: 'A tour the person shows.' },
);

/** The business card shown in a tour (SPEC 4.2, 2.6). */
export const contactDetail = defineEndpoint({
  name: 'contact-detail',
  method: 'GET',
  path: '/open/v3/view/contact/detail',
  operation: 'Business card',
  group: 'Tours',
  description: 'The business card of the tour: the person, the ways to reach them, and more tours they show.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    contact_info: Type.Optional(ContactInfo),
    contact_information: Type.Optional(
      Type.Array(ContactWay, { description: 'Ways to reach the person; may be empty.' }),
    ),
    selection_custom: Type.Optional(
      Type.Object(
        {
          title: text('Heading of the list.'),
          VR_list: Type.Optional(Type.Array(SelectedTour, { description: 'The tours; may be empty.' })),
        },
        { description: 'More tours the person shows.' },
      ),
    ),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: {
      contact_info: {
        name: 'Ida Lund',
        occupation: 'Estate agent',
        avatar: 'https://gateway.example.com/files/demo/demo-loft/contact/avatar.jpg',
        city: 'Copenhagen',
        email: 'ida@homes.example.com',
        mobile: '+45 00 00 00 00',
        introduction: 'I show homes by the park.',
      },
      contact_information: [
        {
          type: 'phone',
          info: '+45 00 00 00 00',
          info_list: ['+45 00 00 00 00'],
          qr_code_url: 'https://gateway.example.com/files/demo/demo-loft/contact/phone.png',
        },
      ],
      selection_custom: {
        title: 'More homes',
        VR_list: [
          {
            custom_id: 6001,
            is_active: 1,
            resource_code: 'demo-loft',
            title: 'Loft by the park',
            title_picture_url: 'https://gateway.example.com/files/demo/demo-loft/images/title.jpg',
            vr_url: 'https://homes.example.com/tours/demo-loft',
          },
        ],
      },
    },
  },
});

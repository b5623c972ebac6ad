import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { ASSETS, CREATE_TIME, NAME, RESOURCE_CODE } from './examples/demo-loft.ts';
import { ModifiedSince, Page, PageSize } from './page-parameters.ts';
import { query } from './query.ts';
import { nullable } from './shapes/nullable.ts';

/** A tour as the list shows it. */
const ListedTour = Type.Object(
  {
    vr_code: Type.String({ description: 'Code of the tour; the same as resource_code.' }),
    resource_code: Type.String({ description: 'Code of the tour, which the other operations take.' }),
    name: Type.String({ description: 'Name of the tour.' }),
    create_time: Type.String({
      description: 'When the tour was made, as "VR basic data" says it; otherwise when it was first imported, in UTC.',
    }),
    is_active: Type.Boolean({ description: 'Whether the tour is active; "Activate tour v2" sets it.' }),
    title_picture_url: nullable(Type.String(), {
      description: 'Absolute address of the cover picture; null when the tour has none.',
    }),
    modify_time: Type.String({
      description: 'When the tour was last imported or activated: YYYY-MM-DD HH:MM:SS in UTC.',
    }),
  },
  { title: 'ListedTour', description: 'A tour of the list.' },
);

/** The tours of the app's Team, a page at a time (decision 0112). */
export const vrList = defineEndpoint({
  name: 'vr-list',
  method: 'GET',
  path: '/open/v1/entity/vr/list',
  operation: 'Tour list',
  group: 'Tours',
  description:
    "The tours of the app's Team, newest first, a page at a time. With modified_since only those that changed, last " +
    'changed first: what a nightly copy asks for, with the time at which the last copy began, less 60 s.',
  authentication: 'access-token',
  query: query({
    page: Type.Optional(Page),
    page_size: Type.Optional(PageSize),
    modified_since: Type.Optional(ModifiedSince),
  }),
  body: undefined,
  data: Type.Object({
    list: Type.Array(ListedTour, { description: 'The tours of this page; empty behind the last one.' }),
    total: Type.Integer({ description: 'Number of tours on all pages.' }),
    page: Type.Integer({ description: 'Number of this page, counted from 1.' }),
    page_size: Type.Integer({ description: 'Tours a page holds at most.' }),
  }),
  failures: ['err_parameter_invalid'],
  example: {
    query: { page: '1', page_size: '20', modified_since: '1767225600' },
    data: {
      list: [
        {
          vr_code: RESOURCE_CODE,
          resource_code: RESOURCE_CODE,
          name: NAME,
          create_time: CREATE_TIME,
          is_active: true,
          title_picture_url: `${ASSETS}images/title.jpg`,
          modify_time: '2026-11-25 08:30:00',
        },
      ],
      total: 1,
      page: 1,
      page_size: 20,
    },
  },
});

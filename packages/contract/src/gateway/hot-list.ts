import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { hotListExample } from './examples/hot-list.ts';
import { failuresOfTourRead } from './failures.ts';
import { OrderBy, ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { unfoldedConfig } from './shapes/auto-unfold.ts';
import { nullable } from './shapes/nullable.ts';
import { Tag } from './shapes/tag.ts';

/** The tags of a tour (SPEC 4.2, 2.6; decision 0110 on order_by, decision 0105 on nulls). */
export const hotList = defineEndpoint({
  name: 'hot-list',
  method: 'GET',
  path: '/open/v3/custom/hot/list',
  operation: 'Tag list v2',
  group: 'Tags',
  description: 'The tags placed in the tour: where each is, what it says and how it looks.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode, order_by: Type.Optional(OrderBy) }),
  body: undefined,
  data: Type.Object({
    contentTypeConfig: Type.Optional(
      nullable(Type.Object({}), { description: 'Settings by kind of tag, as the publisher wrote them.' }),
    ),
    globalConfig: Type.Optional(
      Type.Object(
        { unfoldedConfig: Type.Optional(unfoldedConfig('How all tags unfold.')) },
        { description: 'Settings of all tags.' },
      ),
    ),
    tagList: Type.Array(Tag, { description: 'The tags; empty when the tour has none.' }),
  }),
  failures: failuresOfTourRead,
  example: hotListExample,
});

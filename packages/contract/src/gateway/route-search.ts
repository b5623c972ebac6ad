import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { routeSearchExample } from './examples/route-search.ts';
import { failuresOfTourRead } from './failures.ts';
import { Types } from './list-parameters.ts';
import { IsAsc, ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { identifier } from './shapes/identifier.ts';
import { nullable } from './shapes/nullable.ts';
import { ModelRouteStyle, PanoramaRouteStyle } from './shapes/route-style.ts';
import { positions } from './shapes/vector3.ts';

const RoutePath = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'Kind of line, such as line or curve.' })),
    curve_type: Type.Optional(Type.String({ description: 'Kind of curve, such as catmullrom; may be empty.' })),
    tension: Type.Optional(Type.Number({ description: 'Tension of the curve, from 0 to 1.' })),
    points: positions('The points the line goes through, in walking order.'),
  },
  { title: 'RoutePath', description: 'A part of the route.' },
);

const Route = Type.Object(
  {
    id: identifier('Id of the route.'),
    custom_id: Type.Optional(identifier('Id of the customisation the route belongs to.')),
    user_id: Type.Optional(identifier('Id of the person who drew the route.')),
    name: Type.Optional(Type.String({ description: 'Name of the route.' })),
    type: Type.Optional(Type.String({ description: 'Kind of route; types filters by it.' })),
    display_index: Type.Optional(Type.Integer({ description: 'Index in the display order; is_asc sorts by it.' })),
    pano_group: Type.Optional(
      nullable(Type.Array(Type.Integer()), { description: 'Indexes of the viewpoints along the route.' }),
    ),
    visible_floor_indexes: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Floors on which the route is shown.' }),
    ),
    model_style_config: Type.Optional(ModelRouteStyle),
    panorama_style_config: Type.Optional(PanoramaRouteStyle),
    path: Type.Optional(Type.Array(RoutePath, { description: 'The route, part by part.' })),
  },
  { title: 'Route', description: 'A route through the tour.' },
);

/** The routes drawn through a tour (SPEC 4.2, 2.6; decision 0110 on is_asc and types). */
export const routeSearch = defineEndpoint({
  name: 'route-search',
  method: 'GET',
  path: '/open/v3/route/search',
  operation: 'Route guidance',
  group: 'Guides',
  description: 'The routes drawn through the tour, with the way they are drawn in the model and in panoramas.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode, is_asc: Type.Optional(IsAsc), types: Type.Optional(Types) }),
  body: undefined,
  data: Type.Object({
    list: Type.Array(Route, { description: 'The routes; empty when the tour has none of the types asked for.' }),
  }),
  failures: failuresOfTourRead,
  example: routeSearchExample,
});

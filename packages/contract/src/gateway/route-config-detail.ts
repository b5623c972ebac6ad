import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';

/** How the routes of a tour play (SPEC 4.2, 2.6). */
export const routeConfigDetail = defineEndpoint({
  name: 'route-config-detail',
  method: 'GET',
  path: '/open/saas/v1/custom/route/config/detail',
  operation: 'Route personalized configuration',
  group: 'Guides',
  description: 'How the routes of "Route guidance" look and play.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    animation_mode: Type.Optional(Type.String({ description: 'How a route is animated, such as flow; may be empty.' })),
    auto_play_route_switch: Type.Optional(Type.Boolean({ description: 'Whether routes play by themselves.' })),
    selected_style: Type.Optional(Type.String({ description: 'Key of the chosen look, such as arrow; may be empty.' })),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft' },
    data: { animation_mode: 'flow', auto_play_route_switch: false, selected_style: 'arrow' },
  },
});

import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { vrInfoExample } from './examples/vr-info.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { InitialView } from './shapes/initial-view.ts';
import { nullable } from './shapes/nullable.ts';
import { Observer } from './shapes/observer.ts';
import { Panorama } from './shapes/panorama.ts';
import { TourModel } from './shapes/tour-model.ts';

/** Basic tour data (SPEC 4.2, 2.6; decision 0105 on what may be missing or null). */
export const vrInfo = defineEndpoint({
  name: 'vr-info',
  method: 'GET',
  path: '/open/v3/vr/info',
  operation: 'VR basic data',
  group: 'Tours',
  description:
    'The tour itself: viewpoints, panoramas, 3D model and start view, everything a viewer needs to show it. ' +
    'Addresses are relative to base_url unless they are absolute.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    resource_code: Type.String({ description: 'Code of the tour, as asked for.' }),
    name: Type.String({ description: 'Name of the tour.' }),
    is_active: Type.Boolean({ description: 'Whether the tour is active; "Activate tour v2" sets it.' }),
    basic_code: Type.Optional(Type.String({ description: 'Code of the capture the tour was made from.' })),
    from_type: Type.Optional(Type.String({ description: 'How the tour was made: vr, poincare, aerophoto or others.' })),
    project_id: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description: 'Id of the project the tour belongs to, as its publisher wrote it.',
      }),
    ),
    device_type: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], { description: 'Kind of camera, as its publisher wrote it.' }),
    ),
    create_time: Type.Optional(
      nullable(Type.String(), {
        description: 'When the tour was made: YYYY-MM-DD HH:MM:SS; some publishers write ISO 8601.',
      }),
    ),
    base_url: Type.Optional(Type.String({ description: 'Address that relative addresses of the tour start from.' })),
    picture_url: Type.Optional(Type.String({ description: 'Picture of the tour.' })),
    title_picture_url: Type.Optional(Type.String({ description: 'Cover picture of the tour.' })),
    initial: Type.Optional(InitialView),
    model: Type.Optional(TourModel),
    observers: Type.Optional(
      Type.Array(Observer, { description: 'The viewpoints; missing in tours that are a model only.' }),
    ),
    panorama: Type.Optional(Panorama),
    allow_hosts: Type.Optional(
      Type.Array(Type.String(), { description: 'Hosts that may show the tour; ["*"] or an empty list for all.' }),
    ),
    expire_at: Type.Optional(
      Type.String({ description: 'When the signature ends: Unix timestamp in milliseconds, as digits.' }),
    ),
    certificate: Type.Optional(Type.String({ description: 'Certificate the publisher signed with, as PEM text.' })),
    _signature: Type.Optional(Type.String({ description: 'Signature of the publisher, as base64.' })),
  }),
  failures: failuresOfTourRead,
  example: vrInfoExample,
});

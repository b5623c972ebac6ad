import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { labels } from './examples/labels.ts';
import { failuresOfTourRead } from './failures.ts';
import { ParamsCode, ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { roomLabel } from './shapes/room-label.ts';
import { vector3 } from './shapes/vector3.ts';

const version = Type.Optional(
  Type.Union([Type.String(), Type.Number()], {
    description: 'Version of the plugin’s data, as its publisher wrote it.',
  }),
);

const EntryDoor = Type.Object(
  {
    position: vector3('Position of the door at floor level, in metres.'),
    rad: Type.Number({ description: 'Longitude of the way in, in radians: λ points along (−sin λ, 0, −cos λ).' }),
  },
  { description: 'The entry door.' },
);

/** Data of the viewer's plugins for the entry door and the room labels (SPEC 4.2, 2.6). */
export const modelPluginDatasets = defineEndpoint({
  name: 'model-plugin-datasets',
  method: 'GET',
  path: '/open/v3/view/custom/model/plugin/datasets.json',
  operation: 'Entry door data',
  group: 'Spaces',
  description: 'Data of two plugins of the viewer: where the entry door is, and the names of the rooms in the model.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode, params_code: Type.Optional(ParamsCode) }),
  body: undefined,
  data: Type.Object({
    ModelEntryDoorGuidePlugin: Type.Optional(
      Type.Object({ data: EntryDoor, version }, { description: 'Data of the entry door plugin.' }),
    ),
    ModelRoomLabelPlugin: Type.Optional(
      Type.Object(
        {
          data: Type.Object(
            {
              model_room_labels: Type.Array(
                Type.Object(roomLabel, { title: 'RoomLabel', description: 'The name of a room, in the model.' }),
                { description: 'The labels.' },
              ),
            },
            { description: 'The room labels.' },
          ),
          version,
        },
        { description: 'Data of the room label plugin.' },
      ),
    ),
  }),
  failures: failuresOfTourRead,
  example: {
    query: { resource_code: 'demo-loft', params_code: 'default' },
    data: {
      ModelEntryDoorGuidePlugin: { data: { position: { x: 4.83, y: 0, z: 5.355 }, rad: 0 }, version: '1.0.0' },
      ModelRoomLabelPlugin: { data: { model_room_labels: labels }, version: '1.0.0' },
    },
  },
});

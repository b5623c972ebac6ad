import type { Payload } from '../wire/bundle.ts';
import { named, round, viewFrom } from '../wire/geometry.ts';
import { observerAt } from './loft.ts';
import { entryDoor, furniture, rooms } from './places.ts';

const roomLabels = rooms.map((room) => ({
  id: `room-${room.name.en.toLowerCase().replaceAll(' ', '-')}`,
  name: `${room.name.en} ${room.name.zh}`,
  floor_index: room.floorIndex,
  pano_index: room.nearestObserver,
  longitude: viewFrom(observerAt(room.nearestObserver).position, room.labelPosition).longitude,
  position: named(room.labelPosition),
}));

/** Things that are built in, and so belong to the plan. */
const BUILT_IN = ['window', 'skylight', 'stairs', 'entry_door'];

const fixtureLabels = furniture
  .filter(({ key }) => BUILT_IN.includes(key))
  .map((fixture) => ({
    id: `fixture-${fixture.key.replaceAll('_', '-')}`,
    name: `${fixture.name.en} ${fixture.name.zh}`,
    floor_index: fixture.floorIndex,
    pano_index: fixture.bestObserver,
    longitude: viewFrom(observerAt(fixture.bestObserver).position, fixture.position).longitude,
    position: named(fixture.position),
  }));

export const annotationSearch: Payload<'annotation-search'> = {
  list: [
    ...roomLabels.map((label) => ({ ...label, type: 'room' })),
    ...fixtureLabels.map((label) => ({ ...label, type: 'fixture' })),
  ],
};

export const modelPluginDatasets: Payload<'model-plugin-datasets'> = {
  ModelEntryDoorGuidePlugin: {
    data: { position: named(entryDoor.position), rad: round(entryDoor.rad) },
    version: '1.0.0',
  },
  ModelRoomLabelPlugin: { data: { model_room_labels: roomLabels }, version: 2 },
};

import Type from 'typebox';
import { vector3 } from './vector3.ts';
import { distance, mode, view } from './view.ts';

/**
 * A complete state of the viewer.
 * @param description When the viewer takes it.
 */
export function fiveState(description: string) {
  return Type.Object(
    {
      mode: Type.Optional(mode),
      panoIndex: Type.Optional(Type.Number({ description: 'Index of the observer the viewer stands at.' })),
      longitude: Type.Optional(view.longitude),
      latitude: Type.Optional(view.latitude),
      fov: Type.Optional(view.fov),
      distance: Type.Optional(distance),
      offset: Type.Optional(vector3('Shift of the camera’s target, in metres.')),
      workCode: Type.Optional(Type.String({ description: 'Code of the work the state was taken in; may be empty.' })),
    },
    { title: 'FiveState', description },
  );
}

import { isTileset } from '../model/is-tileset.ts';
import type { Tour } from '../tour/tour.ts';
import type { Mode } from '../tour-events.ts';

/**
 * @returns Whether one can measure in a view of a tour: in those that one looks at a model from. Of tilesets only what the doll's house
 *   looks at is there.
 */
export function canMeasure({ model: [address] }: Pick<Tour, 'model'>, view: Mode): boolean {
  if (address === undefined || view === 'plan') return false;
  return view === 'model' || !isTileset(address);
}

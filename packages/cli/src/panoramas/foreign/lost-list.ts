import { type Filled, joined, type Told, told } from '../../told.ts';
import type { Loose } from './foreign-tour.ts';

/** Where something was found: in a scene, unless it concerns the whole tour, and of a hotspot or marker there. */
interface Found {
  readonly scene?: string;
  readonly of?: { readonly kind: string; readonly name: Filled };
}

/** What a tour has and one here cannot have. What many scenes or hotspots have alike is said once. */
export class LostList {
  readonly #all = new Map<string, { readonly what: Filled; readonly found: Found[] }>();

  add(what: Filled, found: Found = {}): void {
    const key = JSON.stringify([what, found.of?.kind, found.scene === undefined]);
    const one = this.#all.get(key) ?? { what, found: [] };
    one.found.push(found);
    this.#all.set(key, one);
  }

  /** Adds the fields that are not among those that are read or say nothing of the tour itself. */
  addUnread(fields: Loose, read: readonly string[], found: Found = {}): void {
    for (const [field, value] of Object.entries(fields)) {
      if (!read.includes(field) && value !== null && value !== '') this.add(field, found);
    }
  }

  /** @returns A sentence each, without its full stop. */
  lines(): readonly Told[] {
    const whole: Filled[] = [];
    const lines = [...this.#all.values()].flatMap(({ what, found }) => {
      const [{ scene, of } = {}] = found;
      if (scene === undefined) {
        whole.push(what);
        return [];
      }
      if (found.length === 1) {
        return [of === undefined ? told`${scene}: ${what}` : told`${scene}: ${what} of the ${of.kind} ${of.name}`];
      }
      return [
        of === undefined
          ? told`${what} of ${found.length} scenes, such as ${scene}`
          : told`${what} of ${found.length} ${of.kind}s, such as ${of.name} (${scene})`,
      ];
    });
    return whole.length === 0 ? lines : [...lines, told`${joined(whole, ', ')} of the whole tour`];
  }
}

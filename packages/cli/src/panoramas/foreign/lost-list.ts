import type { Loose } from './foreign-tour.ts';

/** Where something was found: in a scene, unless it concerns the whole tour, and of a hotspot or marker there. */
interface Found {
  readonly scene?: string;
  readonly of?: { readonly kind: string; readonly name: string };
}

/** What a tour has and one here cannot have. What many scenes or hotspots have alike is said once. */
export class LostList {
  readonly #all = new Map<string, { readonly what: string; readonly found: Found[] }>();

  add(what: string, found: Found = {}): void {
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
  lines(): readonly string[] {
    const whole: string[] = [];
    const lines = [...this.#all.values()].flatMap(({ what, found }) => {
      const [{ scene, of } = {}] = found;
      if (scene === undefined) {
        whole.push(what);
        return [];
      }
      const place = of === undefined ? '' : ` of the ${of.kind} ${of.name}`;
      if (found.length === 1) return [`${scene}: ${what}${place}`];
      const [many, such] = of === undefined ? ['scenes', scene] : [`${of.kind}s`, `${of.name} (${scene})`];
      return [`${what} of ${found.length} ${many}, such as ${such}`];
    });
    return whole.length === 0 ? lines : [...lines, `${whole.join(', ')} of the whole tour`];
  }
}

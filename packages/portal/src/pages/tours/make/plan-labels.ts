import type { Place } from '@openhouse/contract/panoramas';
import { layOut, type PlanFrame, type Side } from '@openhouse/viewer/inside';

/** A name on the plan, in its metres. */
export interface PlanLabel {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly z: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly place: Place;
}

/** Height of letters, as a share of the plan's width. */
export const LABEL_SIZE = 0.024;
/** Letters of a name on the plan. */
const LABEL_MAX = 18;

/** Width of the plan in which labels are laid out, in pixels: there they keep as far from dots as on the explorer's plan. */
const LAID_OUT_PX = 800;
const LETTER_PX = LABEL_SIZE * LAID_OUT_PX;
/** From the middle of a dot to words beside or above it. */
const BESIDE_PX = 18;
const ASIDE_PX = 30;
/** From the middle of letters to the line that they stand on. */
const BASELINE_PX = LETTER_PX * 0.35;

/** Names of viewpoints where they have room, by the rule of the explorer's plan; that of the selected one always shows. */
export function labelsOf(frame: PlanFrame, scenes: readonly Named[], selected: string): readonly PlanLabel[] {
  const scale = LAID_OUT_PX / frame.width;
  const spots = scenes.map(({ id, name, place: [x, , z] }) => {
    const text = shortened(name);
    return {
      ...{ id, text, x: (x - frame.x) * scale, y: (z - frame.z) * scale },
      role: 'held' as const,
      words: { width: widthOf(text) + BESIDE_PX, height: LETTER_PX },
      isPinned: id === selected,
    };
  });
  const picture = { left: 0, top: 0, right: LAID_OUT_PX, bottom: frame.depth * scale };
  const placed = layOut(spots, [], picture);
  return spots.flatMap(({ id, text, x, y }): PlanLabel[] => {
    const place = placed.get(id);
    if (place?.kind !== 'shown' || place.words === undefined) return [];
    const { right, down, anchor } = STANDS[place.words];
    const at = { x: x + right + place.shift, y: y + down + BASELINE_PX };
    return [{ id, text, anchor, x: frame.x + at.x / scale, z: frame.z + at.y / scale }];
  });
}

const STANDS: Readonly<Record<Side, { right: number; down: number; anchor: PlanLabel['anchor'] }>> = {
  usual: { right: BESIDE_PX, down: 0, anchor: 'start' },
  other: { right: -BESIDE_PX, down: 0, anchor: 'end' },
  above: { right: 0, down: -ASIDE_PX, anchor: 'middle' },
  below: { right: 0, down: ASIDE_PX, anchor: 'middle' },
};

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > LABEL_MAX ? `${letters.slice(0, LABEL_MAX).join('')}…` : name;
}

/** Hanzi, kana and Hangul are as wide as high; most others take less than two thirds. */
const widthOf = (text: string): number =>
  LETTER_PX * [...text].reduce((sum, letter) => sum + (letter >= '\u2e80' ? 1 : 0.64), 0);

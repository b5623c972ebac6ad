import type { Page } from 'playwright-core';
import { STAGE } from './explorer-visit.ts';

/** A mark that the overlay shows, as the browser laid it out. */
export interface ShownMark {
  readonly id: string;
  readonly kind: string;
  readonly count: number;
  readonly dot: Box;
  readonly words: Box | undefined;
}
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const shownOn = (page: Page) =>
  page.evaluate<readonly ShownMark[]>(`(() => {
    const boxOf = (element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    return [...document.querySelectorAll('${STAGE} > :not([hidden]) .oh-mark:not([hidden])')].map((mark) => ({
      id: mark.dataset.thing,
      kind: mark.dataset.kind,
      count: Number(mark.querySelector('.oh-count').dataset.count ?? '1'),
      dot: boxOf(mark.querySelector('[data-anchor]')),
      words: mark.dataset.open === undefined ? undefined : boxOf(mark.querySelector('.oh-words')),
    }));
  })()`);

/** A rounding of the browser's is no overlap. */
const SLACK_PX = 0.6;

export const areOver = (a: Box, b: Box) =>
  a.left + SLACK_PX < b.right &&
  b.left + SLACK_PX < a.right &&
  a.top + SLACK_PX < b.bottom &&
  b.top + SLACK_PX < a.bottom;

/** @returns What covers what, in words. */
export function covered(shown: readonly ShownMark[]): readonly string[] {
  const named = shown.filter(({ words }) => words !== undefined);
  return named.flatMap(({ id, words }) =>
    shown.flatMap((other) => {
      if (other.id === id || words === undefined) return [];
      const over =
        other.words === undefined || /tag|route|viewpoint/.test(other.kind) ? areOver(words, other.dot) : false;
      const both = other.words !== undefined && areOver(words, other.words);
      return over || both ? [`${id} and ${other.id}`] : [];
    }),
  );
}

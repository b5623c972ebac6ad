import type { DocContents, PageEntry } from './doc-page.ts';

/** All pages in reading order. */
export function inOrder({ guides, reference, operations }: DocContents): readonly PageEntry[] {
  return [...guides, ...reference, ...operations.flatMap(({ pages }) => pages)];
}

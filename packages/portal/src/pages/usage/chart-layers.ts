import type { Usage } from '@openhouse/contract';

/** What the chart's layers stand for. */
export type LayerKind = 'result' | 'operation';

/** One layer of the chart. */
export interface Layer {
  /** Envelope status or name of the operation; `other` for the rest together. */
  readonly name: string;
  /** One number a step. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** More layers than a reader tells apart; the smallest are put together. */
const LAYERS_MAX = 6;
export const OTHER = 'other';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The series put together by result or by operation: success first, then the largest. */
export function layersOf({ series }: Usage, kind: LayerKind): Layer[] {
  const byName = new Map<string, number[]>();
  for (const one of series) {
    const name = kind === 'result' ? one.status : one.operation;
    const counts = byName.get(name) ?? one.counts.map(() => 0);
    byName.set(
      name,
      counts.map((count, step) => count + (one.counts[step] ?? 0)),
    );
  }
  const layers = [...byName]
    .map(([name, counts]): Layer => ({ name, counts, total: sum(counts) }))
    .sort((one, other) => Number(other.name === 'success') - Number(one.name === 'success') || other.total - one.total);
  if (layers.length <= LAYERS_MAX) return layers;
  const rest = layers.slice(LAYERS_MAX - 1);
  const counts = (rest[0]?.counts ?? []).map((_, step) => sum(rest.map((layer) => layer.counts[step] ?? 0)));
  return [...layers.slice(0, LAYERS_MAX - 1), { name: OTHER, counts, total: sum(counts) }];
}

/** Layers on top of each other: the n-th list is the sum of the first n layers. */
export function stacked(layers: readonly Layer[]): number[][] {
  const stack: number[][] = [];
  for (const { counts } of layers) {
    const below = stack.at(-1);
    stack.push(counts.map((count, step) => count + (below?.[step] ?? 0)));
  }
  return stack;
}

/** Start of each step, in seconds since the Unix epoch. */
export function stepStarts({ from, to, stepS }: Pick<Usage, 'from' | 'to' | 'stepS'>): number[] {
  const first = Date.parse(from) / 1000;
  return Array.from({ length: Math.round((Date.parse(to) / 1000 - first) / stepS) }, (_, step) => first + step * stepS);
}

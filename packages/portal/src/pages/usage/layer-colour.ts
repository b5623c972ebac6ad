import type { LayerKind } from './chart-layers.ts';

/** Tokens in which each layer is drawn; the legend beside the chart says which is which. */
const OPERATIONS = [
  '--oh-chart-layer-1',
  '--oh-chart-layer-2',
  '--oh-chart-layer-3',
  '--oh-chart-layer-4',
  '--oh-chart-layer-5',
  '--oh-chart-layer-6',
];
const REFUSALS = [
  '--oh-chart-refusal-1',
  '--oh-chart-refusal-2',
  '--oh-chart-refusal-3',
  '--oh-chart-refusal-4',
  '--oh-chart-refusal-5',
];

/** @returns Name of the custom property that holds the colour of a layer. @param index From 0 on. */
export function layerColour(kind: LayerKind, name: string, index: number, hasSuccess: boolean): string {
  if (kind === 'operation') return OPERATIONS[index % OPERATIONS.length] ?? '';
  if (name === 'success') return '--oh-chart-success';
  return REFUSALS[(index - (hasSuccess ? 1 : 0)) % REFUSALS.length] ?? '';
}

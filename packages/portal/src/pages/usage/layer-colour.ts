import type { LayerKind } from './chart-layers.ts';

/** Custom properties of usage.css, in which each layer is drawn; the legend beside it says which is which. */
const OPERATIONS = ['--oh-layer-1', '--oh-layer-2', '--oh-layer-3', '--oh-layer-4', '--oh-layer-5', '--oh-layer-6'];
const REFUSALS = ['--oh-refusal-1', '--oh-refusal-2', '--oh-refusal-3', '--oh-refusal-4', '--oh-refusal-5'];

/** @returns Name of the custom property that holds the colour of a layer. @param place From 0 on. */
export function layerColour(kind: LayerKind, name: string, place: number, hasSuccess: boolean): string {
  if (kind === 'operation') return OPERATIONS[place % OPERATIONS.length] ?? '';
  if (name === 'success') return '--oh-success';
  return REFUSALS[(place - (hasSuccess ? 1 : 0)) % REFUSALS.length] ?? '';
}

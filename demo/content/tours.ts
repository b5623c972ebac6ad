import { garden } from './garden/bundle.ts';
import { loft } from './loft/bundle.ts';
import { studio } from './studio/bundle.ts';
import type { Bundle } from './wire/bundle.ts';

/** The demo tours. */
export const tours: readonly Bundle[] = [loft, studio, garden];

import { join } from 'node:path';

/** Folder of the demo's bundles. */
export const DEMO_BUNDLES = join(import.meta.dirname, '../../../../demo/tours');

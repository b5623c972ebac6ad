import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
/** @returns Where a package lies, in a checkout and in node_modules alike. */
const packageDirectory = (name: string) => dirname(resolve(`${name}/package.json`));

/** Folder of the demo's bundles. */
export const DEMO_BUNDLES = join(packageDirectory('@openhouse/demo'), 'tours');
/** Build output of the portal's pages. */
export const PAGES = join(packageDirectory('@openhouse/portal'), 'dist');

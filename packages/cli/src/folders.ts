import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
/** @returns Where a package lies, in a checkout and in node_modules alike. */
const packageDirectory = (name: string) => dirname(resolve(`${name}/package.json`));

/** Folder of the demo's bundles. */
export const DEMO_BUNDLES = join(packageDirectory('@openhouse/demo'), 'tours');
/** Build output of the portal's pages. */
export const PAGES = join(packageDirectory('@openhouse/portal'), 'dist');
/** Build output of the page of a tour that becomes a site (viewer: site/vite.config.ts). */
export const SITE_PAGE = fileURLToPath(new URL('../dist/site', import.meta.url));

import type { Target } from '../target.ts';
import { cookies } from './cookies.ts';
import { httpReader } from './http-reader.ts';
import { jsonScanner } from './json-scanner.ts';
import { queries } from './queries.ts';
import { redirects } from './redirects.ts';
import { zipReader } from './zip-reader.ts';

/** Everything that is fuzzed, by its name. */
export const targets: Readonly<Record<string, () => Target | Promise<Target>>> = {
  'http-reader': httpReader,
  'json-scanner': () => jsonScanner,
  'zip-reader': () => zipReader,
  queries: () => queries,
  cookies: () => cookies,
  redirects: () => redirects,
};

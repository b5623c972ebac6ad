import type { Bundle } from './bundle.ts';

/**
 * Files of the bundles that the generator does not write: pictures, models and video that take a renderer or a browser
 * to make. They lie in the bundle they belong to and nowhere else.
 */
const MADE_ELSEWHERE: Readonly<Record<string, readonly RegExp[]>> = {
  'demo-loft': [
    /^panorama\/\d+_(?:up|down|left|right|front|back|preview)\.webp$/,
    /^model\/[^/]+$/,
    /^stops\/\d+\.jpg$/,
    /^(?:cover|thumbnail)\.jpg$/,
    /^videos\/window\.webm$/,
  ],
  'demo-garden': [/^panorama\/\d+_(?:up|down|left|right|front|back)\.png$/],
};

export function isMadeElsewhere({ code }: Pick<Bundle, 'code'>, path: string): boolean {
  return MADE_ELSEWHERE[code]?.some((pattern) => pattern.test(path)) ?? false;
}

/**
 * Gateway address the bundles are written for: the default of `BASE_URL`. Loading the demo elsewhere puts the
 * installation's own in its place.
 */
const BUNDLED_BASE_URL = 'http://localhost:4001';

/** Code of the Team that owns the demo tours; it stands in the address of their files. */
const DEMO_TEAM = 'demo';

/** Where the gateway serves what lies in the `assets/` of a demo tour; ends with a slash. */
export function filesOf(code: string): string {
  return `${BUNDLED_BASE_URL}/files/${DEMO_TEAM}/${code}/`;
}

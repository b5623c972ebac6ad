/**
 * Reads of the gateway that the explorer of a tour shows. Each needs the tour's resource code and nothing else.
 */
export const explorerOperations = [
  'vr-info',
  'hot-list',
  'ruler-list',
  'route-search',
  'observer-guide-list',
  'annotation-search',
  'model-plugin-datasets',
] as const;
export type ExplorerOperation = (typeof explorerOperations)[number];

/**
 * Where the explorer reads a tour of the active Team; plain reads with the session's cookies, not JSON calls of the
 * portal (decisions 0055 and 0056).
 */
export const explorerPaths = {
  /**
   * One of `explorerOperations`, read for the Team itself, so that no app has a call less: the gateway's own envelope and HTTP status, byte for
   * byte. The portal's refusals have its failure envelope: AUTH_REQUIRED, TEAM_REQUIRED, NOT_FOUND,
   * GATEWAY_UNAVAILABLE. The answer to vr-info names the tour's version in {@link TOUR_VERSION_HEADER}.
   */
  operation: '/api/tours/{resource_code}/operations/{operation}',
  /** A picture or model file of the tour, by its path; not those below private/. */
  asset: '/api/tours/{resource_code}/assets/*',
} as const;

/** Header that names the version of a tour that a page was shown, as `version` of get-embed does: only that one is made public. */
export const TOUR_VERSION_HEADER = 'x-openhouse-tour-version';

/** Seconds that browsers remember to use https only: a year. */
const HSTS_MAX_AGE_S = 365 * 24 * 60 * 60;

/** Headers of every response of the portal; single routes may tighten or replace them. */
export function portalHeaders(secure: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Not no-referrer: browsers would then send `Origin: null` with the pages' own calls.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}` } : {}),
  };
}

/**
 * The content security policy of the page of a public tour: nothing inline, and pages of these origins alone may frame it.
 * @param hosts Origins, validated.
 */
export function embedPolicy(hosts: readonly string[]): string {
  return [
    "default-src 'none'",
    // WebAssembly for the decoders of models, as on the portal's own pages.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    // Tours name pictures of other hosts; models carry their textures in blobs.
    "img-src 'self' blob: https:",
    "connect-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${hosts.length === 0 ? "'none'" : hosts.join(' ')}`,
  ].join('; ');
}

/** The content security policy of a page: scripts and styles of the portal itself, inline ones by nonce only. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // WebAssembly for the decoders of models (decision 0203); it evaluates no script.
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Avatars come from the identity provider's hosts.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // Models carry their buffers and textures in themselves; three.js asks for these as blobs.
    "connect-src 'self' blob:",
    // The bot check of another service, in a document of ours (decision 0034).
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

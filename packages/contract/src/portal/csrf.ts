/** Cookie that GET /api/me sets and a page's script reads; without an environment suffix (SPEC 2.3). */
export const CSRF_COOKIE = 'csrf';

/** Header that repeats the cookie's value on every mutating call (SPEC 5.1). */
export const CSRF_HEADER = 'x-csrf-token';

/** Pages that every fresh install shows to Ada, the owner of the demo Team; each with the heading it is known by. */
export const portalPages = [
  { path: '/', heading: 'Your VR tours, as data your back end can read' },
  { path: '/docs', heading: 'Quick start' },
  { path: '/docs/console', heading: 'Try the gateway' },
  { path: '/dashboard/apps', heading: 'Developer apps' },
  { path: '/dashboard/tours', heading: 'Tours' },
  { path: '/dashboard/make-tour', heading: 'Make a tour of panoramas' },
  { path: '/dashboard/usage', heading: 'Usage' },
  { path: '/dashboard/audit', heading: 'Audit log' },
  { path: '/dashboard/console', heading: 'Console' },
  { path: '/dashboard/team', heading: 'Demo Team' },
  { path: '/dashboard/team/webhooks', heading: 'Webhooks' },
  { path: '/dashboard/team/credentials', heading: 'Credentials of programs' },
  { path: '/dashboard/sessions', heading: 'Sessions' },
  { path: '/dashboard/nowhere', heading: 'There is no page at this address' },
  { path: '/nowhere', heading: 'There is no page at this address' },
] as const;

/** Windows the pages are looked at in, in CSS pixels. */
export const windows = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/**
 * Whether the browser showed this document again (back, forward, reload) instead of its person going there. A provider
 * that still knows the person signs them in without a word: "back" after signing out must not lead there by itself.
 */
export function isRevisit({ performance }: Window): boolean {
  const [entry] = performance.getEntriesByType('navigation') as readonly { readonly type?: string }[];
  return entry?.type === 'back_forward' || entry?.type === 'reload';
}

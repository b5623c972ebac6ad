/**
 * The page with its places filled. All in one pass and by a function: a value may hold a place's mark or a `$`, which
 * a replacement that is a string takes for a pattern.
 */
export const filledPage = (page: string, values: { readonly NAME: string; readonly READS: string }): string =>
  page.replace(/__(NAME|READS)__/g, (_mark, place: 'NAME' | 'READS') => values[place]);

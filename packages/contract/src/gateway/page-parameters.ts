import Type from 'typebox';

/** Tours on a page: default and maximum. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

export const Page = Type.String({
  pattern: '^[1-9][0-9]{0,6}$',
  description: 'the number of a page, counted from 1, of at most seven digits; without it the first page is answered',
});

export const PageSize = Type.String({
  pattern: '^(?:[1-9][0-9]?|100)$',
  description: `how many tours a page holds: 1 to ${PAGE_SIZE_MAX}; without it ${PAGE_SIZE_DEFAULT}`,
});

/** Ten digits reach the year 2286; milliseconds, of thirteen, are refused rather than taken for a distant future. */
export const ModifiedSince = Type.String({
  pattern: '^(?:0|[1-9][0-9]{0,9})$',
  description:
    'a Unix timestamp in seconds: only tours that were imported or activated at that time or later are answered; without it all are',
});

// Generated from the contract by `npm run reference`: change the contract instead.

/** Letters, digits, `-` and `_`: the form of every resource code seen in real tours (decision 0004). */
export const RESOURCE_CODE_PATTERN = '^[A-Za-z0-9_-]{1,64}$';

/** A tag id: digits as they stand in the payload, which may exceed 2^53. */
export const TAG_ID_PATTERN = '^(?:0|[1-9][0-9]{0,19})$';

export const ORDER_BY_PATTERN = '^(?:id|create_time) (?:asc|desc)$';

export const IS_ASC_PATTERN = '^[01]$';

/** Entries a `types` parameter may have. The publisher's route kinds number a handful. */
export const MAX_TYPES = 50;
/** Entries a `paths` parameter may have: links are signed one by one, and the whole target must fit 16 KiB. */
export const MAX_PATHS = 100;

/** A JSON string that is not empty and holds no NUL, which the store cannot hold. */
const JSON_STRING = '"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\/bfnrt]|u(?!0000)[0-9a-fA-F]{4}))+"';
const BLANK = '[ \\t\\r\\n]*';
const PLAIN_ENTRY = '[^,"\\[\\]\\x00-\\x1f]+';

/** A JSON list of 1 to `count` non-empty strings, or as many plain entries between commas. */
function listPattern(count: number): string {
  const more = count - 1;
  const json = `\\[${BLANK}${JSON_STRING}${BLANK}(?:,${BLANK}${JSON_STRING}${BLANK}){0,${more}}\\]`;
  const plain = `${PLAIN_ENTRY}(?:,${PLAIN_ENTRY}){0,${more}}`;
  return `^(?:${json}|${plain})$`;
}

export const TYPES_PATTERN = listPattern(MAX_TYPES);
export const PATHS_PATTERN = listPattern(MAX_PATHS);

/** Patterns of all parameters that take a list. */
export const LIST_PATTERNS: readonly string[] = [TYPES_PATTERN, PATHS_PATTERN];

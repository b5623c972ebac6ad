import Type from 'typebox';

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
export const Types = Type.String({
  pattern: TYPES_PATTERN,
  description: `1 to ${MAX_TYPES} route types as a JSON list of strings or separated by commas; without it routes of every type are answered`,
});

export const PATHS_PATTERN = listPattern(MAX_PATHS);
export const Paths = Type.String({
  pattern: PATHS_PATTERN,
  description: `1 to ${MAX_PATHS} paths of the tour's files, relative, as a JSON list of strings or separated by commas; the list form is for names with a comma, quote or bracket`,
});

/** Patterns of all parameters that take a list. */
export const LIST_PATTERNS: readonly string[] = [TYPES_PATTERN, PATHS_PATTERN];

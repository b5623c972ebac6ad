import Type from 'typebox';

/** Entries a `types` parameter may have. The publisher's route kinds number a handful. */
export const MAX_TYPES = 50;
/** Entries a `paths` parameter may have: links are signed one by one, and the whole target must fit 16 KiB. */
export const MAX_PATHS = 100;
/** Characters of one relative path. */
export const MAX_PATH_CHARACTERS = 1_024;

const JSON_STRING = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))+"';
const BLANK = '[ \\t\\r\\n]*';
const PLAIN_ENTRY = '[^,"\\[\\]\\u0000-\\u001f]+';

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

/**
 * One entry of `paths`: relative, no empty, `.` or `..` segment, no backslash or control character, at most
 * {@link MAX_PATH_CHARACTERS} characters.
 */
export const RELATIVE_PATH_PATTERN = `^(?=.{1,${MAX_PATH_CHARACTERS}}$)(?!\\.{1,2}(?:/|$))[^/\\\\\\u0000-\\u001f\\u007f]+(?:/(?!\\.{1,2}(?:/|$))[^/\\\\\\u0000-\\u001f\\u007f]+)*$`;

/**
 * Reads a list parameter that matches its pattern.
 * @returns The entries in the order sent; the blanks around plain entries belong to them.
 */
export function parseListParameter(value: string): string[] {
  return value.startsWith('[') ? (JSON.parse(value) as string[]) : value.split(',');
}

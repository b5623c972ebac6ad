import Type from 'typebox';
import { MAX_PATHS, MAX_TYPES, PATHS_PATTERN, TYPES_PATTERN } from '../wire/patterns.ts';

export const Types = Type.String({
  pattern: TYPES_PATTERN,
  description: `1 to ${MAX_TYPES} route types as a JSON list of strings or separated by commas; without it routes of every type are answered`,
});

export const Paths = Type.String({
  pattern: PATHS_PATTERN,
  description: `1 to ${MAX_PATHS} paths of the tour's files, relative, as a JSON list of strings or separated by commas; the list form is for names with a comma, quote or bracket`,
});

import Type from 'typebox';

/** Letters, digits, `-` and `_`: the form of every resource code seen in real tours (decision 0004). */
export const RESOURCE_CODE_PATTERN = '^[A-Za-z0-9_-]{1,64}$';

/** Addresses one tour of the app's Team. */
export const ResourceCode = Type.String({
  pattern: RESOURCE_CODE_PATTERN,
  description: 'resource code of a tour: 1 to 64 letters, digits, hyphens or underscores',
});

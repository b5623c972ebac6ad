import Type from 'typebox';
import { IS_ASC_PATTERN, ORDER_BY_PATTERN, RESOURCE_CODE_PATTERN, TAG_ID_PATTERN } from '../wire/patterns.ts';

/*
 * Query parameters and fields that operations share. Every value is a string on the wire. Each description completes
 * the sentence "<parameter> takes …", which the gateway's refusals quote (decision 0110).
 */

/** Addresses one tour of the app's Team. */
export const ResourceCode = Type.String({
  pattern: RESOURCE_CODE_PATTERN,
  description: 'resource code of a tour: 1 to 64 letters, digits, hyphens or underscores',
});

/** Addresses one node of a combined tour; same form as a resource code. */
export const NodeCode = Type.String({
  pattern: RESOURCE_CODE_PATTERN,
  description:
    'the code of a node of a combined tour: 1 to 64 letters, digits, hyphens or underscores; the answer is that node with all below it',
});

export const TagId = Type.String({
  pattern: TAG_ID_PATTERN,
  description: 'the id of a tag: 1 to 20 decimal digits without leading zeros',
});

export const OrderBy = Type.String({
  pattern: ORDER_BY_PATTERN,
  description: '"id asc", "id desc", "create_time asc" or "create_time desc"; without it records come as stored',
});

export const IsAsc = Type.String({
  pattern: IS_ASC_PATTERN,
  description: '1 for ascending or 0 for descending display_index; without it records come as stored',
});

export const Status = Type.String({
  pattern: '^(?:0|-?[1-9][0-9]{0,9})$',
  description:
    'an integer of at most ten digits: only records with exactly this status are answered; without it all are',
});

/** Form of `source` and `params_code`. */
const LABEL_PATTERN = '^[A-Za-z0-9_-]{1,64}$';

export const Source = Type.String({
  pattern: LABEL_PATTERN,
  description:
    "the caller's own label for where the request comes from: 1 to 64 letters, digits, hyphens or underscores; it is recorded and does not change the answer",
});

export const ParamsCode = Type.String({
  pattern: LABEL_PATTERN,
  description:
    "the caller's own code for a set of parameters: 1 to 64 letters, digits, hyphens or underscores; it does not change the answer",
});

/**
 * Integer ids as payloads carry them. Real ones may exceed 2^53, where a `number` loses digits: with the option
 * `ids: 'bigint-safe'` such an integer is a `bigint`, and all others stay `number` (decision 0051).
 */
export type AnyId = number | bigint;

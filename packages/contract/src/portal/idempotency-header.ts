/**
 * Header of a mutating call: what the caller knows the action by. A repetition with the same key, by the same person, of
 * the same call with the same body is not done again: it gets the answer of the first one (decision 0096).
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

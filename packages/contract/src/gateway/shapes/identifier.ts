import Type, { type TInteger } from 'typebox';

/**
 * An integer id as publishers assign them. Some real ones lie above 2^53, where a JavaScript number loses digits
 * (decision 0105).
 * @param what A noun phrase: what the id names.
 */
export function identifier(what: string): TInteger {
  return Type.Integer({
    format: 'int64',
    description: `${what} May exceed 2^53: parse it as text or bigint if you must keep every digit.`,
  });
}

import Type, { type TProperties } from 'typebox';

/** The query parameters an operation takes. Others are refused: a misspelt filter must not look like an answer (decision 0110). */
export function query<Properties extends TProperties>(parameters: Properties) {
  return Type.Object(parameters, { additionalProperties: false });
}

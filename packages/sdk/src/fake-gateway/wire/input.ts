// Generated from the contract by `npm run reference`: change the contract instead.

import { type FieldsSchema, fieldReader, type ReadFields } from './fields.ts';
import { InputRefused } from './input-refused.ts';
import { jsonFieldReader, pairsOfJson } from './json-body.ts';
import { type BodyHeaders, hasMediaType, packedBody, wrongCharset } from './media-type.ts';

/** What an operation declares of its input. */
export interface DeclaredInput {
  readonly query: FieldsSchema;
  readonly body?: { readonly mediaType: string; readonly schema: FieldsSchema } | undefined;
}

/**
 * Reads the query of a call and its body.
 * @param queryText What follows the question mark, undecoded.
 * @param body One character per byte; of no matter to an operation without a body.
 * @throws {InputRefused}
 */
type InputReader = (queryText: string, headers: BodyHeaders, body: string) => ReadFields;

const JSON_MEDIA_TYPE = 'application/json';

/** The one place where the input of a call is judged, in this order: the body's coding and media type, the query, the body (decision 0110). */
export function inputReader({ query, body }: DeclaredInput): InputReader {
  if (body === undefined) return fieldReader(query);
  // What belongs in the body would end up in logs in an address.
  const readQuery = fieldReader(query, { inBody: Object.keys(body.schema.properties) });
  const readForm = fieldReader(body.schema);
  const readJson = jsonFieldReader(body.schema, readForm);
  const isForm = body.mediaType !== JSON_MEDIA_TYPE;
  return (queryText, headers, bytes) => {
    const packed = packedBody(headers);
    if (packed !== undefined) throw new InputRefused('err_unsupported_media_type', packed);
    const contentType = headers['content-type'];
    const isJson = hasMediaType(contentType, JSON_MEDIA_TYPE);
    if (!isJson && !(isForm && hasMediaType(contentType, body.mediaType))) throw unsupported(body, contentType);
    const inQuery = readQuery(queryText);
    // curl -d sends JSON so.
    if (!isJson && /^\s*\{/.test(bytes)) {
      const message = `The body looks like JSON, and its Content-Type says a form. Send Content-Type ${JSON_MEDIA_TYPE}.`;
      throw new InputRefused('err_parameter_invalid', message);
    }
    // About half of the public clients send a form as JSON. Only a call that changes something refuses unknown names.
    const inBody = !isForm ? readJson(bytes) : isJson ? readForm.ofPairs(pairsOfJson(bytes)) : readForm(bytes);
    return { values: inBody.values, ignored: [...new Set([...inQuery.ignored, ...inBody.ignored])] };
  };
}

function unsupported(
  { mediaType, schema }: NonNullable<DeclaredInput['body']>,
  contentType: string | undefined,
): InputRefused {
  const names = Object.keys(schema.properties).join(' and ');
  const message =
    wrongCharset(contentType, [mediaType, JSON_MEDIA_TYPE]) ??
    (mediaType === JSON_MEDIA_TYPE
      ? `Send JSON: Content-Type ${mediaType}.`
      : `Send ${names} as a form (Content-Type ${mediaType}) or as JSON (${JSON_MEDIA_TYPE}).`);
  return new InputRefused('err_unsupported_media_type', message);
}

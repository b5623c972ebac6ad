/** The reference, each page a pure function from the contract: as Markdown, and as the parts that the portal draws. */

export { failuresOf } from './openapi/responses.ts';
export { errorsPage } from './reference/errors-page.ts';
export { type FailureReference, failuresReference } from './reference/failures-reference.ts';
export { operationPage } from './reference/operation-page.ts';
export {
  type OperationSamples,
  operationSamples,
  SAMPLE_APP_KEY,
  SAMPLE_BASE_URL,
  SECRET_VARIABLE,
  TOKEN_VARIABLE,
} from './reference/operation-samples.ts';
export { operationsPage } from './reference/operations-page.ts';
export { type PayloadField, payloadFields, unitOf } from './reference/payload-fields.ts';

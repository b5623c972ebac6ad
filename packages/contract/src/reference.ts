/** The reference pages as pure functions of the contract: as Markdown, and as parts that the portal renders. */

export { failuresOf } from './openapi/responses.ts';
export { httpFile, postmanCollection } from './reference/collections.ts';
export { errorsPage } from './reference/errors-page.ts';
export { type FailureReference, failuresReference } from './reference/failures-reference.ts';
export { operationPage } from './reference/operation-page.ts';
export {
  type OperationSamples,
  operationSamples,
  SAMPLE_APP_KEY,
  SAMPLE_BASE_URL,
} from './reference/operation-samples.ts';
export { operationsPage } from './reference/operations-page.ts';
export { type PayloadField, payloadFields, unitOf } from './reference/payload-fields.ts';
export { type OtherPrograms, otherPrograms } from './reference/programs/other-programs.ts';
export { type SampleProgram, SECRET_VARIABLE, TOKEN_VARIABLE } from './reference/programs/sample-program.ts';

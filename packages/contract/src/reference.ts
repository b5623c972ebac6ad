/** Reference pages, each a pure function from the contract to the text of a file. */
export { errorsPage } from './reference/errors-page.ts';
export { operationsPage } from './reference/operations-page.ts';

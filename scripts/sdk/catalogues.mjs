import { gatewayFailures } from '@openhouse/contract';
import { comment } from './comment.mjs';
import { byModule, GENERATED, importLine } from './module.mjs';
import { camelCase } from './names.mjs';
import { dataOf, inputOf, paragraphsOf } from './operation-source.mjs';

/** @typedef {import('@openhouse/contract').GatewayEndpoint} GatewayEndpoint */

/** The failures of the contract. */
export function failuresSource() {
  const statuses = Object.keys(gatewayFailures).map((status) => `\n  | '${status}'`);
  const told = 'Every `status` that Openhouse fails with; docs/reference/errors.md explains them.';
  return [GENERATED, `${comment([told], '')}export type FailureStatus =${statuses.join('')};\n`].join('\n');
}

/** All operations in one list. @param {readonly GatewayEndpoint[]} operations */
export function operationsSource(operations) {
  const names = operations.map(({ name }) => camelCase(name)).sort();
  const imports = operations.map(({ name }) => `import { ${camelCase(name)} } from './${name}.ts';`).sort(byModule);
  return [
    GENERATED,
    `${imports.join('\n')}\n`,
    `${comment(['Every operation; the method of each is its name in camel case.'], '')}export const operations = [\n${names.map((name) => `  ${name},\n`).join('')}];\n`,
  ].join('\n');
}

/**
 * The interface with a method for each operation.
 * @param {readonly GatewayEndpoint[]} operations
 * @param {(name: string) => boolean} generic Whether a payload has ids that may exceed 2^53.
 */
export function gatewaySource(operations, generic) {
  const imports = operations
    .map((endpoint) => [`./${endpoint.name}.ts`, [dataOf(endpoint), inputOf(endpoint)].sort()])
    .flatMap(([module, names]) => importLine(/** @type {string[]} */ (names), String(module)));
  const methods = operations.map((endpoint) => {
    const { name, method } = endpoint;
    const data = `${dataOf(endpoint)}${generic(dataOf(endpoint)) ? '<Id>' : ''}`;
    const parameters = `${method === 'GET' ? 'query' : 'body'}: ${inputOf(endpoint)}, options?: CallOptions`;
    return `${comment(paragraphsOf(endpoint), '  ')}  ${camelCase(name)}(${parameters}): Promise<${data}>;\n`;
  });
  const lines = [
    "import type { CallOptions, Connection } from '../connection.ts';",
    "import type { AnyId } from '../ids.ts';",
    ...imports,
  ].sort(byModule);
  const told = comment(['A gateway with a method for every operation, named in camel case after it.'], '');
  return [
    GENERATED,
    `${lines.join('\n')}\n`,
    `${told}export interface Gateway<Id extends AnyId = number> extends Connection<Id> {\n${methods.join('\n')}}\n`,
  ].join('\n');
}

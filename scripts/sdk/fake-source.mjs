import { gatewayEndpoints, gatewayFailures } from '@openhouse/contract';
import { GENERATED } from './module.mjs';

/** What the fake gateway knows of the contract, as JSON that is parsed when somebody makes one. */
export function fakeSource() {
  const operations = gatewayEndpoints.map(({ name, method, path, query, body, failures, example }) => [
    name,
    { method, path, query: fieldsOf(query), body: body && fieldsOf(body.schema), failures, data: example.data },
  ]);
  return [
    GENERATED,
    `/** Every operation of the gateway: parameters, fields of the body and an example. */\n${constant('operations', operations)}`,
    `/** Every failure of the gateway, by \`status\`. */\n${constant('failures', Object.entries(gatewayFailures))}`,
  ].join('\n');
}

/** @param {unknown} schema An object's. */
function fieldsOf(schema) {
  const { properties, required = [] } = /** @type {import('./shapes.mjs').Schema} */ (schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      { pattern: field.pattern, required: required.includes(name) },
    ]),
  );
}

/**
 * A line for each entry: one that changes is one line of a difference.
 * @param {string} name
 * @param {readonly unknown[]} entries
 */
function constant(name, entries) {
  const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
  const escaped = lines.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `export const ${name} = \`[\n${escaped}\n]\`;\n`;
}

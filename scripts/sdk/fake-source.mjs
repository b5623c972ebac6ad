import { readdirSync, readFileSync } from 'node:fs';
import { gatewayEndpoints, gatewayFailures } from '@openhouse/contract';
import { GENERATED } from './module.mjs';

const WIRE = new URL('../../packages/contract/src/wire/', import.meta.url);

/**
 * What judges the input of a call, word by word as the gateway has it: the SDK is published without the contract.
 * @returns {Record<string, () => string>} Text by name of the file.
 */
export function wireSources() {
  const names = readdirSync(WIRE).filter((name) => !name.endsWith('.test.ts'));
  return Object.fromEntries(
    names.map((name) => [name, () => `${GENERATED}\n${readFileSync(new URL(name, WIRE), 'utf8')}`]),
  );
}

/** What the fake gateway knows of the contract, as JSON that is parsed when somebody makes one. */
export function fakeSource() {
  const operations = gatewayEndpoints.map(({ name, method, path, query, body, example }) => [
    name,
    {
      ...{ method, path, query: fieldsOf(query), data: example.data },
      body: body && { mediaType: body.mediaType, schema: fieldsOf(body.schema) },
    },
  ]);
  return [
    GENERATED,
    `/** Every operation of the gateway: parameters, fields of the body and an example. */\n${constant('operations', operations)}`,
    `/** Every failure of the gateway, by \`status\`. */\n${constant('failures', Object.entries(gatewayFailures))}`,
  ].join('\n');
}

/** @param {unknown} schema An object's. */
function fieldsOf(schema) {
  const { properties, required } = /** @type {import('./shapes.mjs').Schema} */ (schema);
  return { properties, required };
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

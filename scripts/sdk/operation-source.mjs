import { secretPaths } from '@openhouse/contract';
import { comment } from './comment.mjs';
import { camelCase, pascalCase, sentence } from './names.mjs';
import { parameterType } from './parameter-type.mjs';

/** @typedef {import('@openhouse/contract').GatewayEndpoint} GatewayEndpoint */

/** Operations other than reads that may be sent twice, as their descriptions say. A new one is not, until it is here. */
const SAFE_TO_REPEAT = new Set(['vr-submit']);

/** What an operation is called with. @param {GatewayEndpoint} endpoint */
export function inputOf({ name, body }) {
  return `${pascalCase(name)}${body === undefined ? 'Query' : 'Body'}`;
}

/** What an operation answers, in general or for ids of one type. @param {GatewayEndpoint} endpoint */
export const dataOf = ({ name }) => `${pascalCase(name)}Data`;

/**
 * What is said about an operation wherever it can be called.
 * @param {GatewayEndpoint} endpoint
 * @returns {string[]}
 */
export function paragraphsOf({ name, method, path, operation, description, failures }) {
  return [
    description,
    `\`${method} ${path}\`: "${operation}", docs/reference/operations/${name}.md`,
    `@throws {GatewayError} ${failures.map((status) => `\`${status}\``).join(', ')}, and those of any operation.`,
    '@throws {TransportError} When no usable answer came.',
  ];
}

/** The interface of what an operation is called with. @param {GatewayEndpoint} endpoint */
export function inputSource(endpoint) {
  const { query, body, operation } = endpoint;
  const schema = /** @type {import('./shapes.mjs').Schema} */ (body === undefined ? query : body.schema);
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const { pattern, description, type } = /** @type {import('./shapes.mjs').Schema} */ (field);
    const given = type === 'integer' ? 'number' : parameterType(String(pattern ?? ''));
    return `${comment([sentence(String(description))], '  ')}  readonly ${name}${required.has(name) ? `: ${given}` : `?: ${given} | undefined`};\n`;
  });
  const told = comment([`Parameters of "${operation}".`], '');
  return `${told}export interface ${inputOf(endpoint)} {\n${fields.join('')}}\n`;
}

/**
 * The operation itself, as a function of a connection.
 * @param {GatewayEndpoint} endpoint
 * @param {boolean} generic Whether its payload has ids that may exceed 2^53.
 */
export function functionSource(endpoint, generic) {
  const { name, method, path, query, data } = endpoint;
  const type = pascalCase(name);
  const payload = dataOf(endpoint);
  const signature = [
    `  ${generic ? '<Id extends AnyId>' : ''}(`,
    `    connection: Connection${generic ? '<Id>' : ''},`,
    `    ${method === 'GET' ? 'query' : 'body'}: ${inputOf(endpoint)},`,
    '    options?: CallOptions,',
    `  ): Promise<${payload}${generic ? '<Id>' : ''}>;`,
  ];
  const oneLine = `  ${signature
    .map((line) => line.trim())
    .join(' ')
    .replace('( ', '(')
    .replace(', )', ')')}`;
  const told = comment([`The type of {@link ${camelCase(name)}}.`], '');
  const kind = method === 'GET' ? 'ReadOperation' : 'Operation';
  const trait = SAFE_TO_REPEAT.has(name) ? ["'safe-to-repeat'"] : secretPaths(data).length > 0 ? ["'secret'"] : [];
  const parameters = Object.keys(query.properties).map((one) => `'${one}'`);
  const args = [`[${parameters.join(', ')}]`, `'${method}'`, `'${path}'`, ...trait];
  const head = `export const ${camelCase(name)}: ${type} = /* @__PURE__ */ operation(`;
  const call = `${head}'${name}', ${args.join(', ')});`;
  const folded = `${head}\n${[`'${name}'`, ...args].map((one) => `  ${one},\n`).join('')});`;
  return [
    `${told}export interface ${type} extends ${kind}<'${name}'> {\n${oneLine.length <= 120 ? oneLine : signature.join('\n')}\n}\n`,
    `${comment(paragraphsOf(endpoint), '')}${call.length <= 120 ? call : folded}\n`,
  ].join('\n');
}

import { gatewayEndpoints } from '@openhouse/contract';
import { failuresSource, gatewaySource, operationsSource } from './catalogues.mjs';
import { fakeSource, wireSources } from './fake-source.mjs';
import { byModule, GENERATED, importLine } from './module.mjs';
import { dataOf, functionSource, inputSource } from './operation-source.mjs';
import { shapeWriter } from './shapes.mjs';

const DIRECTORY = 'packages/sdk/src/generated';
/** Files whose values are the SDK's own business. */
const TYPES_ONLY = ['access-token.ts', 'failures.ts', 'shapes.ts'];
/** The exchange is the connection's own business: callers get the token it keeps. */
const operations = gatewayEndpoints.filter(({ authentication }) => authentication === 'access-token');

/**
 * The generated sources of the SDK: plain interfaces for every payload, a function for every operation.
 * @param {string} version Of the package, which requests name.
 * @returns {Record<string, () => string>} Text by file.
 */
export function sdkSources(version) {
  const shapes = shapeWriter();
  for (const endpoint of gatewayEndpoints) shapes.declarePayload(dataOf(endpoint), endpoint.data);
  const declarations = shapes.found();
  const owners = ownersOf(declarations);
  const generic = (/** @type {string} */ name) => declarations.get(name)?.generic === true;

  /** Files and the types that they declare. */
  const source = (/** @type {string} */ file, /** @type {string[]} */ imports, /** @type {string[]} */ more) => {
    const own = [...declarations.values()].filter(({ name }) => owners.get(name) === file);
    const foreign = [...new Set(own.flatMap(({ uses }) => [...uses]))]
      .filter((name) => owners.get(name) !== file)
      .sort();
    const lines = [
      ...(own.some(({ name }) => generic(name)) ? ["import type { AnyId } from '../ids.ts';"] : []),
      ...imports,
      ...importLine(foreign, './shapes.ts'),
    ].sort(byModule);
    const head = lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
    return `${GENERATED}\n${head}${[...own.map(({ text }) => text), ...more].join('\n')}`;
  };

  const files = Object.fromEntries(
    gatewayEndpoints.map((endpoint) => {
      const callable = operations.includes(/** @type {any} */ (endpoint));
      const kind = endpoint.method === 'GET' ? 'ReadOperation' : 'Operation';
      const imports = [
        `import type { CallOptions, Connection, ${kind} } from '../connection.ts';`,
        "import { operation } from '../operation.ts';",
      ];
      return [
        `${endpoint.name}.ts`,
        source(
          `${endpoint.name}.ts`,
          callable ? imports : [],
          callable ? [inputSource(endpoint), functionSource(endpoint, generic(dataOf(endpoint)))] : [],
        ),
      ];
    }),
  );
  const all = {
    ...files,
    'shapes.ts': source('shapes.ts', [], []),
    'failures.ts': failuresSource(),
    'version.ts': `${GENERATED}\n/** Version of this package. */\nexport const version = '${version}';\n`,
    'operations.ts': operationsSource(operations),
    'gateway.ts': gatewaySource(operations, generic),
    'index.ts': `${GENERATED}\n${[...Object.keys(files), 'failures.ts', 'shapes.ts']
      .sort()
      .map((file) => `export ${TYPES_ONLY.includes(file) ? 'type ' : ''}* from './${file}';\n`)
      .join('')}`,
  };
  return {
    ...Object.fromEntries(Object.entries(all).map(([file, text]) => [`${DIRECTORY}/${file}`, () => text])),
    'packages/sdk/src/fake-gateway/contract.ts': fakeSource,
    ...Object.fromEntries(
      Object.entries(wireSources()).map(([file, text]) => [`packages/sdk/src/fake-gateway/wire/${file}`, text]),
    ),
  };
}

/**
 * The file of each type: that of the one operation that uses it, or the shared one.
 * @param {ReadonlyMap<string, import('./shapes.mjs').Declaration>} declarations
 */
function ownersOf(declarations) {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  const visit = (/** @type {string} */ name, /** @type {string} */ file) => {
    const files = users.get(name) ?? new Set();
    if (files.has(file)) return;
    users.set(name, files.add(file));
    for (const used of declarations.get(name)?.uses ?? []) visit(used, file);
  };
  for (const endpoint of gatewayEndpoints) visit(dataOf(endpoint), `${endpoint.name}.ts`);
  return new Map([...users].map(([name, [file = '', ...others]]) => [name, others.length === 0 ? file : 'shapes.ts']));
}

import { transform } from 'esbuild';

/**
 * A program of the docs as CommonJS, as compilers write it for projects that are no modules.
 * @param code JavaScript or TypeScript whose imports take a line each.
 */
export async function asCommonJs(code: string): Promise<string> {
  const lines = code.split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  const imports = lines.filter(isImport).join('\n');
  const rest = lines.filter((line) => !isImport(line)).join('\n');
  // CommonJS waits for nothing outside a function.
  const body = /^export /m.test(rest) ? rest : `void (async () => {\n${rest}\n})();`;
  return (await transform(`${imports}\n${body}`, { loader: 'ts', format: 'cjs', target: 'es2023' })).code;
}

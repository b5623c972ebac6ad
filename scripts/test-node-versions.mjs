// `npm run test:node-versions [-- 22 24]`: the suite of the last commit under other versions of Node.
// Everything is put into a temporary directory: Node from its npm package, a clone, and that clone's own dependencies.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Failure } from './ensure/failure.mjs';
import { findNpm } from './ensure/npm.mjs';
import { runProgram } from './ensure/run.mjs';
import { checkout } from './test/checks.mjs';
import { fetchNode } from './test/fetch-node.mjs';
import { OTHER_NODE_VERSIONS } from './test/node-versions.mjs';

const asked = process.argv.slice(2);
await testUnderEach(asked.length > 0 ? asked : OTHER_NODE_VERSIONS).catch((error) => {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
});

/** @param {string[]} versions */
async function testUnderEach(versions) {
  const failed = [];
  for (const version of versions) if (!(await testUnder(version))) failed.push(version);
  if (failed.length > 0) throw new Failure(`Failed under Node ${failed.join(' and ')}.`);
}

/**
 * @param {string} version A version or range, like 22 or 24.1.
 * @returns {Promise<boolean>} Whether the whole suite passed.
 */
async function testUnder(version) {
  const directory = mkdtempSync(join(tmpdir(), `openhouse-node-${version}-`));
  // Tests run this Node as other users, where they may.
  chmodSync(directory, 0o755);
  const clone = join(directory, 'openhouse');
  try {
    const node = await fetchNode(version, directory);
    if (node === undefined || !(await runProgram('git', ['clone', '--quiet', checkout, clone], { cwd: directory }))) {
      return false;
    }
    console.log('\nThe suite of the last commit, under Node');
    await runProgram(node, ['--version'], { cwd: clone });
    const env = { ...process.env, npm_execpath: findNpm(), PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    return await runProgram(node, ['scripts/test.mjs', '--slow'], { cwd: clone, env });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findNpm } from '../ensure/npm.mjs';

const run = promisify(execFile);
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Writes the software bill of materials: every package that comes with an installation of these tarballs, its version and
 * licence, as npm resolves them, in CycloneDX.
 * @param {string} version Of the tarballs.
 * @param {readonly string[]} tarballs
 * @param {string} destination A directory that is there.
 * @returns {Promise<string>} Path of the document.
 */
export async function writeSbom(version, tarballs, destination) {
  const cwd = await mkdtemp(join(tmpdir(), 'openhouse-sbom-'));
  const npm = (/** @type {readonly string[]} */ args) =>
    run(process.execPath, [findNpm(), ...args], { cwd, maxBuffer: OUTPUT_MAX_BYTES });
  try {
    await writeFile(
      join(cwd, 'package.json'),
      JSON.stringify({ name: 'openhouse-installation', version, private: true }),
    );
    const files = tarballs.map((tarball) => resolve(tarball));
    await npm(['install', '--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund', ...files]);
    const { stdout } = await npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx']);
    const path = join(destination, `openhouse-${version}.cdx.json`);
    await writeFile(path, stdout);
    return path;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

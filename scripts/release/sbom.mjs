import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { findNpm } from '../ensure/npm.mjs';

const run = promisify(execFile);
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Writes the software bill of materials: every package that comes with an installation of these tarballs, its version and
 * licence, as npm resolves them, in CycloneDX. The same packages give the same bytes: nothing in it says where and when.
 * @param {string} version Of the tarballs.
 * @param {readonly string[]} tarballs
 * @param {string} destination A directory that is there.
 * @returns {Promise<string>} Path of the document.
 */
export async function writeSbom(version, tarballs, destination) {
  const temporary = await mkdtemp(join(await realpath(tmpdir()), 'openhouse-sbom-'));
  // Its name is that of the installation in the document.
  const cwd = join(temporary, 'openhouse-installation');
  await mkdir(cwd);
  const npm = (/** @type {readonly string[]} */ args) =>
    run(process.execPath, [findNpm(), ...args], { cwd, maxBuffer: OUTPUT_MAX_BYTES });
  try {
    await writeFile(
      join(cwd, 'package.json'),
      JSON.stringify({ name: 'openhouse-installation', version, private: true }),
    );
    // By name: npm notes where it found them.
    const files = tarballs.map((tarball) => `./${basename(tarball)}`);
    for (const tarball of tarballs) await copyFile(tarball, join(cwd, basename(tarball)));
    await npm(['install', '--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund', ...files]);
    const { stdout } = await npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx']);
    const path = join(destination, `openhouse-${version}.cdx.json`);
    const { serialNumber: _, ...document } = JSON.parse(stdout.replaceAll(`file:${cwd}/`, 'file:'));
    delete document.metadata.timestamp;
    await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
    return path;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

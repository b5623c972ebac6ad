// `node scripts/publish.mjs DIRECTORY [OPTIONS OF NPM]`: publishes the tarballs that `npm run pack:test` packed and tested.
// Only the release workflow runs it. A version that is published already is skipped, so that it can be run again after a
// failure. NPM_TOKEN is sent to the registry that npm is configured for.
import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { findNpm } from './ensure/npm.mjs';
import { publishedPackages } from './release/packages.mjs';

const [directory = '', ...options] = process.argv.slice(2);
const npm = findNpm();
const registry = execFileSync(process.execPath, [npm, 'config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const env = { ...process.env, [`npm_config_${registry.replace(/^https?:/, '')}:_authToken`]: process.env.NPM_TOKEN };

for (const { name, version, tarball } of publishedPackages(process.cwd())) {
  if (isPublished(`${name}@${version}`)) {
    console.log(`${name}@${version} is published already.`);
    continue;
  }
  // npm gives whatever is published the tag that an install without a version takes, unless told otherwise.
  const tag = version.includes('-') ? 'next' : 'latest';
  const command = [npm, 'publish', '--provenance', '--tag', tag, ...options, resolve(directory, tarball)];
  const { status } = spawnSync(process.execPath, command, { env, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n${name}@${version} was not published, see above. Fix the cause, then run the same job again.`);
    process.exitCode = 1;
    break;
  }
}

/** @param {string} spec */
function isPublished(spec) {
  const { stdout } = spawnSync(process.execPath, [npm, 'view', spec, 'version'], { env, encoding: 'utf8' });
  // Nothing is printed for a version that is missing; a package that is missing is an error.
  return stdout.trim() !== '';
}

// `npm run set-version -- 0.2.0`: one version for all packages, their pins of each other and the lock files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './release/packages.mjs';
import { checkout } from './test/checks.mjs';

/** The renderer of the demo pictures has its own lock file and the version of all. */
const SCENE = 'demo/scene';

const version = process.argv[2] ?? '';
if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) setVersion();
else {
  console.error('Say which version, like 0.2.0 or 0.2.0-rc.1.');
  process.exitCode = 2;
}

function setVersion() {
  const published = publishedPackages(checkout);
  const ours = new Set(published.map(({ name }) => name));
  const folders = ['.', ...published.map(({ path }) => path), SCENE];
  for (const folder of folders) edit(`${folder}/package.json`, (manifest) => setIn(manifest, ours));
  for (const folder of ['.', SCENE]) {
    edit(`${folder}/package-lock.json`, (lock) => {
      lock.version = version;
      // npm keeps a copy of each of our manifests here; what is below node_modules is others' or a link.
      for (const [path, entry] of Object.entries(lock.packages))
        if (!/(^|\/)node_modules\//.test(path)) setIn(entry, ours);
    });
  }
}

/**
 * @param {any} manifest
 * @param {ReadonlySet<string>} ours
 */
function setIn(manifest, ours) {
  manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const name of Object.keys(manifest[kind] ?? {})) if (ours.has(name)) manifest[kind][name] = version;
  }
}

/**
 * @param {string} path
 * @param {(content: any) => void} change
 */
function edit(path, change) {
  const file = join(checkout, path);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  change(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

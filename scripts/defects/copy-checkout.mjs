import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies what git tracks or would track, as it is now, with links to the installed dependencies.
 * @param {string} from A checkout.
 * @param {string} to A directory that does not exist yet.
 */
export function copyCheckout(from, to) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\0').filter((path) => path !== '' && existsSync(join(from, path)));
  for (const path of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path));
  }
  for (const folder of new Set(['.', ...files.map((path) => dirname(path))])) {
    const modules = join(folder, 'node_modules');
    if (existsSync(join(from, modules))) linkModules(join(from, modules), join(to, modules));
  }
}

/**
 * Links every package. Links of npm to workspaces stay relative, so they lead into the copy, and caches are not shared.
 * @param {string} from
 * @param {string} to
 */
function linkModules(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from)) {
    const source = join(from, entry);
    const target = join(to, entry);
    if (entry.startsWith('.')) continue;
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.startsWith('@')) linkModules(source, target);
    else symlinkSync(source, target);
  }
}

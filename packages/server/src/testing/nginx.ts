import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connects, folderWith, startProgram, stopProgram } from './processes.ts';

/** Debian puts it where only root's PATH looks. */
const DEBIAN_NGINX = '/usr/sbin/nginx';

/** @returns Path of the program, or undefined when there is none. */
export function nginxProgram(): string | undefined {
  const folder = folderWith('nginx');
  if (folder !== undefined) return join(folder, 'nginx');
  return existsSync(DEBIAN_NGINX) ? DEBIAN_NGINX : undefined;
}

const START_WAIT_MS = 10_000;
const POLL_MS = 20;

/**
 * Starts nginx with the servers of its `http` block.
 * @param servers What stands there; the folder of its configuration is where relative paths begin.
 * @param port One of theirs.
 */
export async function startNginx(program: string, servers: string, port: number): Promise<{ stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'openhouse-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${home}/${kind};`)
    .join(' ');
  const config = `daemon off; master_process off; pid ${home}/pid; error_log stderr;
    events { worker_connections 256; }
    http { ${temporary} access_log off; ${servers} }`;
  await writeFile(join(home, 'nginx.conf'), config);
  const child = startProgram(program, ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')], { cwd: home });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const deadline = Date.now() + START_WAIT_MS;
  while (!(await connects(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start: ${said}`);
    await sleep(POLL_MS);
  }
  return {
    stop: async () => {
      await stopProgram(child, 'SIGTERM');
      await rm(home, { recursive: true, force: true });
    },
  };
}

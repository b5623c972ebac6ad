import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nginxProgram } from '../../packages/server/src/testing/nginx.ts';
import { freePort } from '../../packages/server/src/testing/processes.ts';
import type { Cores } from '../measure/cores.ts';
import { type Server, startServer } from './server.ts';

/** @returns Whether there is an nginx to compare with. */
export const hasNginx = (): boolean => nginxProgram() !== undefined;

/**
 * How nginx brings a file to the connection: through its own buffers, as it does when it is told nothing, or from the
 * kernel's pages with `sendfile`, which packages of it switch on and a process in Node cannot.
 */
export type Sending = 'buffers' | 'sendfile';

/** nginx with one worker sending a file and the `.gz` beside it, with connections kept and without an access log. */
export async function startNginx(cores: Cores, folder: string, body: Buffer, sending: Sending): Promise<Server> {
  const home = join(folder, `nginx-${sending}`);
  const port = await freePort();
  await mkdir(join(home, 'files/open/v3/vr'), { recursive: true });
  await writeFile(join(home, 'files/open/v3/vr/info'), body);
  await writeFile(join(home, 'files/open/v3/vr/info.gz'), gzipSync(body, { level: 9 }));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${home}/${kind};`)
    .join(' ');
  // One process that is master and worker at once, so that its processor time is all there is.
  const config = `daemon off; master_process off; worker_processes 1; pid ${home}/pid; error_log stderr;
    events { worker_connections 1024; }
    http {
      ${temporary}
      access_log off; ${SENDING[sending]} tcp_nodelay on;
      keepalive_timeout 300; keepalive_requests 100000000; open_file_cache max=100;
      default_type application/json;
      server { listen 127.0.0.1:${port}; root ${home}/files; gzip_static on; }
    }`;
  await writeFile(join(home, 'nginx.conf'), config);
  const command = [nginxProgram() ?? 'nginx', '-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')];
  const origin = `http://127.0.0.1:${port}`;
  return startServer(cores.onServerCore(command), process.env, 'pipe', async () =>
    (await fetch(origin).catch(() => undefined)) === undefined ? undefined : origin,
  );
}

const SENDING: Readonly<Record<Sending, string>> = {
  buffers: 'sendfile off;',
  sendfile: 'sendfile on; tcp_nopush on;',
};

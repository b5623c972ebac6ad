// The limit of a cold read: `pg` selecting the same bytes by primary key, `node:http` sending them. Arguments: address of
// the database, keys as JSON: [team_id, tour_id, op] in the order of the targets /0, /1, …
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { announce } from './announce.ts';

const [url = '', file = ''] = process.argv.slice(2);
const keys = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly [string, string, number])[];
/** As many connections as the gateway has by default. */
const pool = new Pool({ connectionString: url, max: 10 });
const text = 'select body from frame where team_id = $1 and tour_id = $2 and op = $3';

announce(
  createServer((request, response) => {
    const values = [...(keys[Number(request.url?.slice(1))] ?? [])];
    pool.query<{ body: Buffer }>({ name: 'frame', text, values }).then(
      ({ rows: [row] }) => {
        const body = row?.body ?? Buffer.alloc(0);
        response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': body.length });
        response.end(body);
      },
      (error: unknown) => {
        response.writeHead(500, { 'Content-Length': 0 }).end();
        console.error(error);
      },
    );
  }),
);

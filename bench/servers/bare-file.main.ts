// The limit of a file: `node:http` streaming it from its folder. Argument: the file.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { announce } from './announce.ts';

const [file = ''] = process.argv.slice(2);
const { size } = await stat(file);

announce(
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': size });
    pipeline(createReadStream(file), response, () => undefined);
  }),
);

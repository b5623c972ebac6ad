// The limit: `node:http` sending the same constant bytes to everybody. Arguments: file of the body, headers as JSON.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce } from './announce.ts';

const [file = '', headersJson = '{}'] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { ...(JSON.parse(headersJson) as Record<string, string>), 'Content-Length': body.length };

announce(
  createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  }),
);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Connection } from './connection.ts';

const REQUEST = Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
const EXPECTED = { status: 200, minLength: 2, maxLength: 2 };

/** Sends requests one after the other to a server that lets a connection carry two, and answers `body`. */
async function ask(body: string, requests: number): Promise<{ answers: boolean[]; sockets: number; broken: Error[] }> {
  const sockets = new Set<unknown>();
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
  server.maxRequestsPerSocket = 2;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const broken: Error[] = [];
  const connection = new Connection((server.address() as AddressInfo).port, EXPECTED, (error) => broken.push(error));
  const answers: boolean[] = [];
  await new Promise<void>((resolve) => {
    connection.onAnswer = (isRight) => {
      answers.push(isRight);
      if (answers.length === requests) resolve();
      else connection.send(REQUEST);
    };
    connection.send(REQUEST);
  });
  connection.close();
  await new Promise((resolve) => server.close(resolve));
  return { answers, sockets: sockets.size, broken };
}

test('goes on over a new connection after the answer that says it is the last', async () => {
  expect(await ask('ok', 5)).toEqual({ answers: [true, true, true, true, true], sockets: 3, broken: [] });
});

test('a body of another length is wrong', async () => {
  expect(await ask('too long', 2)).toEqual({ answers: [false, false], sockets: 1, broken: [] });
});

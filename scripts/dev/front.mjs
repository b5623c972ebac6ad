import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 * @typedef {import('node:net').Server} Server
 * @typedef {import('./gate.mjs').Gate} Gate
 * @typedef {import('./server-process.mjs').Ports} Ports
 */

/** Where the server process listens. */
const HOST = '127.0.0.1';
/** Of the connection, not of the message: each of the two connections has its own. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'expect']);
/**
 * A body of more bytes than this is sent when the portal has had some milliseconds to refuse it: a refusal closes the
 * connection, and is lost to a client that is still writing.
 */
const LARGE_BYTES = 65_536;
const REFUSAL_MS = 50;
const NO_SERVER =
  'The server has failed: the terminal of `npm run dev` says why. It starts again at the next change.\n';

/**
 * A port in front of one of the server's, byte for byte: the gateway judges what is on the connection.
 * @param {Gate} gate
 * @param {keyof Ports} surface
 */
export function connectionFront(gate, surface) {
  return createServer({ allowHalfOpen: true, pauseOnConnect: true }, async (client) => {
    client.on('error', () => client.destroy());
    const ports = await gate.pass();
    if (ports === undefined) return void client.destroy();
    if (client.destroyed) return;
    const server = connect({ port: ports[surface], host: HOST, allowHalfOpen: true });
    pipeline(client, server, () => {});
    pipeline(server, client, () => {});
  });
}

/**
 * The portal's port: modules of the pages are Vite's, everything else is handed on as it came.
 * @param {Gate} gate
 * @param {string} base Path below which addresses are Vite's, with a slash at both ends.
 * @param {(request: IncomingMessage, response: ServerResponse) => void} modules
 */
export function portalFront(gate, base, modules) {
  const front = createHttpServer({ requireHostHeader: false, requestTimeout: 0 }, (request, response) => {
    if (request.url?.startsWith(base)) modules(request, response);
    else void handOn(gate, request, response);
  });
  // Vite takes those of its pages, and leaves others open.
  return front.on('upgrade', (request, socket) => {
    if (!request.url?.startsWith(base)) socket.destroy();
  });
}

/**
 * @param {Gate} gate
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function handOn(gate, request, response) {
  const ports = await gate.pass();
  if (ports === undefined) return void response.writeHead(503, { 'content-type': 'text/plain' }).end(NO_SERVER);
  const { method, url } = request;
  const headers = ofMessage(request.rawHeaders);
  const asked = httpRequest({ host: HOST, port: ports.PORTAL_PORT, method, path: url, headers, agent: false });
  let answered = false;
  asked.on('response', (answer) => {
    answered = true;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, ofMessage(answer.rawHeaders));
    pipeline(answer, response, () => {});
  });
  asked.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end(`The server did not answer: ${error.message}\n`);
  });
  response.on('close', () => asked.destroy());
  if (Number(request.headers['content-length'] ?? 0) > LARGE_BYTES) {
    asked.flushHeaders();
    await sleep(REFUSAL_MS);
  }
  if (answered) request.resume();
  else request.pipe(asked);
}

/** @param {readonly string[]} rawHeaders Names and values in turn, repeated ones too: the portal refuses some of those. */
function ofMessage(rawHeaders) {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !OF_CONNECTION.has(name.toLowerCase());
  });
}

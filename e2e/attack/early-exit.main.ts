/** Program of the suite of times: an exchange that does no work for keys that it does not know, which is the defect to be seen. */
import { createServer } from 'node:http';
import { matchingVersion } from '../../packages/server/src/gateway/tokens/rules.ts';

const KNOWN = 'ohk_known-to-this-server-1';
const peppers = [{ id: 1, key: Buffer.alloc(32, 1) }];
const standing = {
  appId: 1n,
  teamId: '1',
  teamCode: 'team',
  appKey: KNOWN,
  disabled: false,
  suspended: false,
  closed: false,
  trialEndsAtMs: null,
  plan: '',
  exception: null,
  networks: [],
  mayActivate: false,
  secrets: [{ version: 1, verifier: Buffer.alloc(32, 2), endsAtMs: null }],
};

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => {
    text += part.toString();
  });
  request.on('end', () => {
    const form = new URLSearchParams(text);
    const [key = '', secret = ''] = [form.get('app_key') ?? '', form.get('app_secret') ?? ''];
    const matched = key === KNOWN ? matchingVersion(standing, key, secret, peppers, Date.now()) : undefined;
    response.writeHead(matched === undefined ? 401 : 200, { 'content-type': 'application/json' }).end('{}');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());

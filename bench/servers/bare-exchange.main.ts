// The limit of the token exchange: `node:http` doing the same cryptography: one HMAC over the secret, two comparisons, a
// nonce and one HMAC over the claims. Arguments: app key and app secret as JSON.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { announce } from './announce.ts';

const credentials = JSON.parse(process.argv[2] ?? '') as { app_key: string; app_secret: string };
const pepper = randomBytes(32);
const sealingKey = randomBytes(32);
const LIFETIME_S = 600;

const verifierOf = (key: string, secret: string): Buffer =>
  createHmac('sha256', pepper).update('app secret\0').update(key).update('\0').update(secret).digest();
const verifiers = [verifierOf(credentials.app_key, credentials.app_secret), Buffer.alloc(32)];

function seal(expireAtS: number): string {
  const bytes = Buffer.alloc(45);
  bytes.writeUIntBE(expireAtS, 14, 6);
  randomBytes(9).copy(bytes, 20);
  createHmac('sha256', sealingKey).update('access token').update(bytes.subarray(0, 29)).digest().copy(bytes, 29, 0, 16);
  return `oht_${bytes.toString('base64url')}`;
}

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const given = verifierOf(form.get('app_key') ?? '', form.get('app_secret') ?? '');
      const matches = verifiers.filter((verifier) => timingSafeEqual(verifier, given));
      const expireAtS = Math.floor(Date.now() / 1000) + LIFETIME_S;
      const body =
        matches.length === 1
          ? JSON.stringify({
              code: 0,
              status: 'success',
              data: { access_token: seal(expireAtS), expire_at: expireAtS },
            })
          : '{"code":-2,"data":null}';
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
  }),
);

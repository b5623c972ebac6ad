import { execFileSync } from 'node:child_process';
import { createSign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALLOW_HOSTS, signedText } from './seals.ts';

/** Makes a self-signed certificate with the openssl command, signs every demo tour, and forgets the private key. */

/** Days from the making to about the year 2100. */
const VALID_DAYS = '26800';

const work = mkdtempSync(join(tmpdir(), 'openhouse-signing-'));
try {
  const key = join(work, 'key.pem');
  const certificate = join(work, 'certificate.pem');
  const subject = '/CN=Openhouse demo publisher/O=Openhouse demo';
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-sha256', '-days', VALID_DAYS, '-subj', subject];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const privateKey = readFileSync(key, 'utf8');
  const signatures = Object.fromEntries(
    Object.keys(ALLOW_HOSTS).map((code) => [
      code,
      createSign('RSA-SHA256').update(signedText(code)).sign(privateKey, 'base64'),
    ]),
  );
  writeFileSync(join(import.meta.dirname, 'demo-certificate.pem'), readFileSync(certificate));
  writeFileSync(join(import.meta.dirname, 'signatures.json'), `${JSON.stringify(signatures, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true });
}

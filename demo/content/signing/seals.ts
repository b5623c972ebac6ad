import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Signatures of the demo tours.
 *
 * What real publishers sign is unknown; the demo signs a text of its own with RSA PKCS#1 v1.5 over SHA-256, under the
 * self-signed certificate beside this file: resource code, expire_at and the allowed hosts, joined by line feeds.
 * No address is in it, so it stays true on every installation. The private key was thrown away after signing:
 * `sign.ts` makes certificate and signatures anew.
 */

const certificateFile = join(import.meta.dirname, 'demo-certificate.pem');
const signaturesFile = join(import.meta.dirname, 'signatures.json');

/** 1 January 2100, milliseconds since the Unix epoch. */
const EXPIRE_AT = '4102444800000';

/** Hosts that may show each demo tour: all in both spellings, or a list. */
export const ALLOW_HOSTS: Readonly<Record<string, readonly string[]>> = {
  'demo-loft': ['*'],
  'demo-studio': [],
  'demo-garden': ['localhost', 'homes.example.com'],
};

/** The text that is signed for a tour. */
export function signedText(code: string): string {
  return [code, EXPIRE_AT, ...(ALLOW_HOSTS[code] ?? [])].join('\n');
}

/** The fields of "VR basic data" that say who published a tour, for whom and until when. */
export function sealOf(code: string) {
  const signatures = JSON.parse(readFileSync(signaturesFile, 'utf8')) as Record<string, string>;
  const signature = signatures[code];
  if (signature === undefined) throw new Error(`${code} is not signed: run npx tsx demo/content/signing/sign.ts`);
  return {
    allow_hosts: [...(ALLOW_HOSTS[code] ?? [])],
    expire_at: EXPIRE_AT,
    certificate: readFileSync(certificateFile, 'utf8'),
    _signature: signature,
  };
}

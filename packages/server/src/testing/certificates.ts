import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate of `localhost` (or another name) and its key, as files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority of its own, made with the `openssl` program in a folder. */
export interface Authority {
  /** File of its certificate, as NODE_EXTRA_CA_CERTS takes it. */
  readonly file: string;
  /** Signs one. @param days How long it is valid; negative for one that has ended. */
  sign(name: string, host: string, days: number): Certificate;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function makeAuthority(folder: string, name: string): Authority {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const file = join(folder, `${name}.pem`);
  openssl('req', '-x509', ...CURVE, '-keyout', `${name}.key`, '-out', file, '-subj', `/CN=${name}`, '-days', '30');
  return {
    file,
    sign(of, host, days) {
      const [certificate, key] = [join(folder, `${of}.pem`), join(folder, `${of}.key`)];
      openssl('req', ...CURVE, '-keyout', key, '-out', `${of}.csr`, '-subj', `/CN=${host}`);
      writeFileSync(join(folder, `${of}.ext`), `subjectAltName=DNS:${host}\n`);
      const signing = ['-CA', file, '-CAkey', `${name}.key`, '-days', String(days), '-extfile', `${of}.ext`];
      openssl('x509', '-req', '-in', `${of}.csr`, ...signing, '-out', certificate);
      return { certificate, key };
    },
  };
}

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
  /** Signs one that is valid since a while. @param days How much longer; negative for one that has ended. */
  sign(name: string, host: string, days: number): Certificate;
}

/** Days since which certificates are valid: one that was made just now would need no renewal yet. */
const OLD_DAYS = 90;
/** As `openssl ca` takes it. */
const timeIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '');

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function makeAuthority(folder: string, name: string): Authority {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const file = join(folder, `${name}.pem`);
  openssl('req', '-x509', ...CURVE, '-keyout', `${name}.key`, '-out', file, '-subj', `/CN=${name}`, '-days', '30');
  const settings = `database=${name}.index\nunique_subject=no\nnew_certs_dir=.\ndefault_md=sha256\npolicy=names\nrand_serial=yes\n[names]\ncommonName=supplied\n`;
  writeFileSync(join(folder, `${name}.conf`), `[ca]\ndefault_ca=own\n[own]\n${settings}`);
  writeFileSync(join(folder, `${name}.index`), '');
  return {
    file,
    sign(of, host, days) {
      const [certificate, key] = [join(folder, `${of}.pem`), join(folder, `${of}.key`)];
      openssl('req', ...CURVE, '-keyout', key, '-out', `${of}.csr`, '-subj', `/CN=${host}`);
      writeFileSync(join(folder, `${of}.ext`), `subjectAltName=DNS:${host}\n`);
      const [start, end] = [timeIn(-OLD_DAYS), timeIn(days)];
      const signing = [
        '-cert',
        file,
        '-keyfile',
        `${name}.key`,
        '-startdate',
        start,
        '-enddate',
        end,
        '-extfile',
        `${of}.ext`,
      ];
      openssl(
        'ca',
        '-batch',
        '-notext',
        '-config',
        `${name}.conf`,
        '-in',
        `${of}.csr`,
        ...signing,
        '-out',
        certificate,
      );
      return { certificate, key };
    },
  };
}

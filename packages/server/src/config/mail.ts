import { isLoopbackHost } from '../kernel/http/hosts.ts';
import { runsJobs, servesPortal } from './parts.ts';
import { isEncoded, optional, parsedUrl, type Reader, type ValuesOf, variable } from './variables.ts';

/** A mail server, with user and password where it asks for them. */
const smtpAddress: Reader<string> = {
  takes: 'smtp://user:password@host:port, or smtps for TLS from the first byte',
  secret: true,
  read: (value) => {
    const parsed = parsedUrl(value);
    if (parsed === undefined || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') return undefined;
    if (![parsed.username, parsed.password].every((part) => isEncoded(part))) return undefined;
    const bare = ['', '/'].includes(parsed.pathname) && parsed.search === '' && parsed.hash === '';
    return bare && (parsed.username === '') === (parsed.password === '') ? value : undefined;
  },
};

/** Who a mail is from. */
export interface MailSender {
  /** May be empty. */
  readonly name: string;
  readonly address: string;
}

const sender: Reader<MailSender> = {
  takes: 'an e-mail address, or a name and behind it an address in angle brackets',
  read: (value) => {
    const [, name = '', address] =
      /^(?:([^<>"\r\n]{1,100}?)\s*<)?([^\s<>@,;]{1,64}@[^\s<>@,;]{1,255})>?$/.exec(value) ?? [];
    return address === undefined || value.includes('<') !== value.endsWith('>') ? undefined : { name, address };
  },
};

/** The environment variables of mails (decision 0155). */
export const mailVariables = {
  SMTP_URL: variable(
    optional(smtpAddress),
    '',
    'Mail server that mails are handed to; empty sends none. With a password, the connection must become one with TLS. For processes that complete App requests.',
  ),
  MAIL_FROM: variable(optional(sender), '', 'Whom mails are from.'),
};

type MailValues = ValuesOf<typeof mailVariables> & {
  readonly SERVE_ONLY: 'all' | 'portal' | 'gateway' | 'operator-jobs';
};

/** Problems between the variables of mails; empty when there are none. */
export function mailProblems(config: MailValues): string[] {
  const { SMTP_URL, MAIL_FROM } = config;
  if (SMTP_URL !== null && MAIL_FROM === null) {
    return ['MAIL_FROM must be set for SMTP_URL: it says whom mails are from'];
  }
  if (SMTP_URL === null && MAIL_FROM !== null && runsJobs(config) && servesPortal(config)) {
    return ['SMTP_URL must be set for MAIL_FROM: it says which server takes the mails'];
  }
  return [];
}

/** Where a mail server is, and how. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Requires TLS: otherwise anyone on the way could read the password. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** Usual ports: submission, and submission with TLS (RFC 8314). */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** @param address A value of SMTP_URL. */
export function smtpServerOf(address: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    requireTls: !secure && auth !== undefined && !isLoopbackHost(hostname),
    auth,
  };
}

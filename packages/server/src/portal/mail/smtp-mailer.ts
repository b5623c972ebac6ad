import { createTransport } from 'nodemailer';
import type { MailSender, SmtpServer } from '../../config/mail.ts';
import { beginStep } from '../../kernel/steps.ts';
import type { Handover, Mailer } from './mailer.ts';

/** Milliseconds that a server may take to be reached, to greet, and to say the next thing. */
export interface SmtpWaits {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly silenceMs: number;
}

export const SMTP_WAITS: SmtpWaits = { connectMs: 5000, greetingMs: 5000, silenceMs: 15_000 };

/** Steps at which a server judges this one mail; what it refuses at any other is wrong for all mails. */
const OF_ONE_MAIL = /^(RCPT TO|DATA|\.)/;

/** What nodemailer throws, beside its message, which may hold addresses. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Hands mails to a server by SMTP, one connection each. */
export function smtpMailer(server: SmtpServer, from: MailSender, waits: SmtpWaits = SMTP_WAITS): Mailer {
  const { host, port, secure, requireTls, auth } = server;
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(auth !== undefined && { auth }),
    connectionTimeout: waits.connectMs,
    greetingTimeout: waits.greetingMs,
    socketTimeout: waits.silenceMs,
    dnsTimeout: waits.connectMs,
    // Nothing of a mail is read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, to, ...rest }) {
      const end = beginStep(`smtp ${host}`, { 'server.address': host });
      try {
        await transport.sendMail({
          ...rest,
          from: { name: from.name, address: from.address },
          to: { name: '', address: to },
          messageId: `<${messageId}>`,
        });
        end?.(false);
        return { result: 'sent' };
      } catch (error) {
        end?.(true);
        return judged(error as SmtpFailure);
      }
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function judged({ code = 'unknown', command = '', responseCode }: SmtpFailure): Handover {
  const reason = [code, command, responseCode].filter(Boolean).join(' ');
  // 421: the server is going away (RFC 5321, 3.8).
  if (responseCode === undefined || responseCode === 421 || !OF_ONE_MAIL.test(command))
    return { result: 'away', reason };
  return { result: responseCode < 500 ? 'later' : 'refused', reason };
}

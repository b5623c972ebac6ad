import type { Config } from '../../config/config.ts';
import { smtpServerOf } from '../../config/mail.ts';
import { smtpMailer } from '../../portal/mail/smtp-mailer.ts';
import { broken, type Finding, ok } from './finding.ts';

const check = 'mail server';
const MEANWHILE = 'Mails wait until then.';

/** The server that mails are handed to: it is greeted, and told the password; no mail is sent. */
export async function examineMail({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): Promise<Finding> {
  if (SMTP_URL === null || MAIL_FROM === null) {
    return ok(check, 'None is configured: warnings are shown in the portal alone.');
  }
  const mailer = smtpMailer(smtpServerOf(SMTP_URL), MAIL_FROM);
  try {
    await mailer.verify();
    return ok(check, 'It answers, and takes what SMTP_URL says.');
  } catch (error) {
    return ofTls(error as Error) ?? away(error as { readonly code?: string; readonly responseCode?: number });
  } finally {
    mailer.close();
  }
}

/** nodemailer's codes do not tell these apart. */
function ofTls({ message }: Error): Finding | undefined {
  if (/wrong version number|packet length too long/.test(message)) {
    const says = `SMTP_URL: it does not begin with TLS, as smtps: says. ${MEANWHILE}`;
    return broken(check, says, 'Write smtp: in SMTP_URL, which goes over to TLS where the server offers it.');
  }
  if (/certificate/i.test(message)) {
    const says = `SMTP_URL: its certificate is not one that this machine takes for that name. ${MEANWHILE}`;
    const mend =
      'Name the host as its certificate does, and the file of an authority of your own in NODE_EXTRA_CA_CERTS.';
    return broken(check, says, mend);
  }
  return undefined;
}

/** The message of an error is not repeated: it may hold what the server said of the user. */
function away({ code = '', responseCode }: { readonly code?: string; readonly responseCode?: number }): Finding {
  switch (code) {
    case 'EAUTH':
      return broken(check, `SMTP_URL: it refuses user or password. ${MEANWHILE}`, 'Correct them in SMTP_URL.');
    case 'ETLS':
      return broken(
        check,
        `SMTP_URL: TLS could not be agreed on, and a password goes to no server without. ${MEANWHILE}`,
        'Write smtps: for a server with TLS from the first byte, or switch STARTTLS on there.',
      );
    case 'EDNS':
      return broken(check, `SMTP_URL: its host has no address. ${MEANWHILE}`, 'Correct the host in SMTP_URL.');
    case 'ETIMEDOUT':
      return broken(
        check,
        `SMTP_URL: it does not answer in time. ${MEANWHILE}`,
        'Compare host and port, and the firewall in between; smtps: is for TLS from the first byte.',
      );
    default:
      return broken(
        check,
        `SMTP_URL: it cannot be spoken to (${[code, responseCode].filter(Boolean).join(' ')}). ${MEANWHILE}`,
        'Compare host and port, and see whether the server is up.',
      );
  }
}

import type { Config } from '../config/config.ts';
import { smtpServerOf } from '../config/mail.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../kernel/database/database.ts';
import { type Repeated, repeated } from '../kernel/repeated.ts';
import { type MailOutcome, sendMails } from '../portal/mail/send-mails.ts';
import { smtpMailer } from '../portal/mail/smtp-mailer.ts';
import { warningOutbox } from '../portal/mail/warning-mail.ts';
import { invitationOutbox } from '../portal/teams/invitation-mail.ts';

export interface MailJobParts {
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PORTAL_URL'>;
  readonly secrets: Pick<Secrets, 'appSecretSealingKeys'>;
  readonly database: Database;
  readonly onOutcome: (outcome: MailOutcome, reason: string) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two looks for mails that are due. */
const LOOK_MS = 5000;

/** Sends mails in the background of a process that runs jobs; undefined where no server is named (decision 0155). */
export function mailJob({ config, secrets, database, onOutcome, onFailed }: MailJobParts): Repeated | undefined {
  const { SMTP_URL, MAIL_FROM, PORTAL_URL } = config;
  if (SMTP_URL === null || MAIL_FROM === null) return undefined;
  const mailer = smtpMailer(smtpServerOf(SMTP_URL), MAIL_FROM);
  const job = repeated({
    name: 'mails',
    everyMs: LOOK_MS,
    look: (signal) =>
      sendMails(
        {
          database,
          mailer,
          // Somebody may be waiting for an invitation.
          outboxes: [invitationOutbox(secrets.appSecretSealingKeys, PORTAL_URL), warningOutbox(PORTAL_URL)],
          onOutcome,
        },
        signal,
      ),
    onFailed,
  });
  return {
    start: job.start,
    async stop() {
      await job.stop();
      mailer.close();
    },
  };
}

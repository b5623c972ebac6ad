/** One mail, ready to be handed over. */
export interface MailMessage {
  /** The same for every try: a mailbox that got it twice shows it once. Without angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What became of a mail. `sent`: the server has taken it. `later`: it takes this one later. `refused`: it never takes it.
 * `away`: nothing can be handed over now, whatever it is.
 */
export type Handover =
  | { readonly result: 'sent' }
  /** @property reason Without addresses and without what the server said. */
  | { readonly result: 'later' | 'refused' | 'away'; readonly reason: string };

/** Hands mails to a server. */
export interface Mailer {
  /** Never throws. */
  send(message: MailMessage): Promise<Handover>;
  /** Whether the server can be spoken to, and takes the password. @throws what is wrong, as the transport says it. */
  verify(): Promise<void>;
  close(): void;
}

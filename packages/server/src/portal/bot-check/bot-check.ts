import type { BotCheckChallenge } from '@openhouse/contract';

/** The person being checked. */
export interface Checked {
  /** Public code of the person. */
  readonly userCode: string;
  readonly ipAddress: string;
}

/** What another service needs to show its check in a page (`BOT_CHECK_WIDGET_PATH`). */
export interface BotCheckWidget {
  readonly service: 'turnstile' | 'hcaptcha' | 'recaptcha';
  readonly siteKey: string;
  /** The service's script, which renders the check. */
  readonly scriptUrl: string;
}

/** Verifies that a person asks, and not a script with their cookies (SPEC 5.2). */
export interface BotCheck {
  /** A challenge for this person, or what the page needs to show another service's. */
  challenge(person: Checked): Promise<BotCheckChallenge>;
  /**
   * Verifies an answer; each counts once.
   * @throws {PortalError} BOT_CHECK_FAILED; UNAVAILABLE while another service does not answer. Fails closed.
   */
  verify(answer: string, person: Checked): Promise<void>;
  /** Absent for a check that the portal's own pages show. */
  readonly widget?: BotCheckWidget;
}

import type { BotCheckChallenge } from '@openhouse/contract';

/** Who is checked. */
export interface Checked {
  /** Public code of the person. */
  readonly userCode: string;
  readonly ipAddress: string;
}

/** What another service needs to show its check in a page (`BOT_CHECK_WIDGET_PATH`). */
export interface BotCheckWidget {
  readonly service: 'turnstile' | 'hcaptcha' | 'recaptcha';
  readonly siteKey: string;
  /** The service's script, which draws the check. */
  readonly scriptUrl: string;
}

/** Makes sure that a person asks, and not a script with their cookies (SPEC 5.2). */
export interface BotCheck {
  /** A challenge for this person, or what the page needs to show another service's. */
  challenge(person: Checked): Promise<BotCheckChallenge>;
  /**
   * Judges an answer; each counts once.
   * @throws {PortalError} BOT_CHECK_FAILED; UNAVAILABLE while another service does not answer. Never lets through what it
   *   could not check.
   */
  verify(answer: string, person: Checked): Promise<void>;
  /** Absent for a check that the portal's own pages do. */
  readonly widget?: BotCheckWidget;
}

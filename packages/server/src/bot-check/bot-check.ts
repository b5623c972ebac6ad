import type { BotCheckChallenge } from '@openhouse/contract';

/** Who is checked. */
export interface Checked {
  /** Public code of the person. */
  readonly userCode: string;
  readonly ipAddress: string;
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
}

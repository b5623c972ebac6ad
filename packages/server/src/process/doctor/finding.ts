/** The result of a check. */
export interface Finding {
  /** What was checked, in a word or two. */
  readonly check: string;
  /**
   * `warning`: works, but not for long or not well. `skipped`: could not be checked, because something before is
   * broken.
   */
  readonly verdict: 'ok' | 'warning' | 'broken' | 'skipped';
  /** What is the case. Holds no secret: addresses with passwords are never repeated. */
  readonly says: string;
  /** What to do; empty when there is nothing. */
  readonly mend: string;
}

export const ok = (check: string, says: string): Finding => ({ check, verdict: 'ok', says, mend: '' });
export const warning = (check: string, says: string, mend: string): Finding => ({
  check,
  verdict: 'warning',
  says,
  mend,
});
export const broken = (check: string, says: string, mend: string): Finding => ({
  check,
  verdict: 'broken',
  says,
  mend,
});
export const skipped = (check: string, says: string): Finding => ({ check, verdict: 'skipped', says, mend: '' });

/** What a `Date` of whole seconds, and its way here, may differ by while both clocks agree. */
const AGREE_MS = 3000;

/** The time at a portal, as its answers state it: the clock of a person's own machine may be wrong by days. */
export class PortalClock {
  #aheadMs = 0;

  /** @param date Header `Date` of an answer that has just arrived; without one nothing is learned. */
  learn(date: string | null): void {
    const aheadMs = Date.parse(date ?? '') - Date.now();
    if (!Number.isNaN(aheadMs)) this.#aheadMs = Math.abs(aheadMs) > AGREE_MS ? aheadMs : 0;
  }

  /** Milliseconds since 1970: this machine's until an answer says otherwise. */
  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }
}

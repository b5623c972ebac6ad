import { SECRET_VISIBLE_S } from '@openhouse/contract';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How often the countdown is redrawn. */
const TICK_MS = 250;

/** A secret that shows, and the time it has left. */
export interface RevealedSecret {
  readonly secret: string;
  readonly leftMs: number;
}

/**
 * Owns the five ways a revealed secret hides (SPEC 5.2): 30 seconds, another page, another Team, a hidden tab, a window
 * that loses focus. It lives in this state alone: in no cache, no storage, no address. An answer that arrives after one
 * of the five has happened is dropped unseen.
 * @param place Where it shows: active Team and address. Another value hides it.
 */
export function useRevealedSecret(place: string) {
  const [shown, setShown] = useState<{ readonly secret: string; readonly endsAtMs: number }>();
  const [nowMs, setNowMs] = useState(0);
  // Counts every hiding, so that an answer knows whether it has been overtaken by one.
  const hidings = useRef(0);

  const hide = useCallback(() => {
    hidings.current += 1;
    setShown(undefined);
  }, []);

  const reveal = useCallback(async (ask: () => Promise<string>) => {
    const before = hidings.current;
    const secret = await ask();
    if (hidings.current !== before) return;
    // Read once: a millisecond between two readings would show a second more than the time.
    const atMs = Date.now();
    setNowMs(atMs);
    setShown({ secret, endsAtMs: atMs + SECRET_VISIBLE_S * 1_000 });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, and leaving this one, hide it.
  useEffect(() => hide, [place, hide]);

  useEffect(() => {
    const whenHidden = () => document.hidden && hide();
    window.addEventListener('blur', hide);
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      window.removeEventListener('blur', hide);
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', whenHidden);
    };
  }, [hide]);

  useEffect(() => {
    if (shown === undefined) return;
    // The clock, not the count of ticks: a machine that slept wakes up with the time over.
    const timer = setInterval(() => (Date.now() >= shown.endsAtMs ? hide() : setNowMs(Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, [shown, hide]);

  const revealed: RevealedSecret | undefined =
    shown === undefined ? undefined : { secret: shown.secret, leftMs: Math.max(0, shown.endsAtMs - nowMs) };
  return { revealed, reveal, hide };
}

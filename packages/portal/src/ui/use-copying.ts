import { useEffect, useState } from 'react';

/** How long it is said what became of a copy. */
const SAID_MS = 4_000;

/** Puts texts on the clipboard. `said` is what became of the last one, for some seconds. */
export function useCopying() {
  const [said, setSaid] = useState<'copied' | 'notCopied'>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      // The browser or the person refused; over plain http there is no clipboard at all.
      setSaid('notCopied');
    }
  };
  return { said, copy };
}

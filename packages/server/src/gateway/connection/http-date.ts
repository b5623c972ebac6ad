import { onePiece } from '../http/one-piece.ts';

const SECOND_MS = 1000;

/**
 * Caches a text with the value of the Date header for a second.
 * @param textOf Of one byte per character.
 * @returns The text, by milliseconds since the Unix epoch.
 */
export function onceASecond(textOf: (date: string) => string): (nowMs: number) => string {
  let text = '';
  let second = Number.NaN;
  return (nowMs) => {
    const current = Math.floor(nowMs / SECOND_MS);
    if (current !== second) {
      second = current;
      text = onePiece(textOf(new Date(nowMs).toUTCString()));
    }
    return text;
  };
}

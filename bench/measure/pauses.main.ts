// Looks at the clock and does nothing else. Argument: for how many seconds. Prints JSON: {share, longestMs}.
import { PAUSE_MS } from './pauses.ts';

const seconds = Number(process.argv[2]);
const startedAtMs = performance.now();
let pausedMs = 0;
let longestMs = 0;
for (let last = startedAtMs; last - startedAtMs < seconds * 1000; ) {
  const now = performance.now();
  const gapMs = now - last;
  if (gapMs > PAUSE_MS) pausedMs += gapMs;
  if (gapMs > longestMs) longestMs = gapMs;
  last = now;
}
console.log(JSON.stringify({ share: pausedMs / (seconds * 1000), longestMs }));

import { test } from 'vitest';
import { surviveKillsEmbedded } from './testing/killed-imports.ts';

/** Starting a process and opening the store in it and again afterwards takes some seconds. */
const ROUND_MS = 30_000;

test(
  'kill -9 during an import loses no finished tour and leaves no half one, 20 times on the embedded store',
  {
    timeout: 20 * ROUND_MS,
  },
  () => surviveKillsEmbedded(20),
);

import { test } from 'vitest';
import { ROUND_MS, surviveKillsEmbedded } from './testing/killed-imports.ts';

test(
  'kill -9 during an import loses no finished tour and leaves no half one, 20 times on the embedded store',
  {
    timeout: 20 * ROUND_MS,
  },
  () => surviveKillsEmbedded(20),
);

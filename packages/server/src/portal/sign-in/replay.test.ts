import { describe, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { startBuiltinInstall } from '../../testing/portal.ts';
import { replayCallback } from '../../testing/replay.ts';

const ROUNDS = 3;
const PARALLEL = 50;

describe('a ticket that is replayed', () => {
  const store = useStore();
  test(`${PARALLEL} callbacks at once, ${ROUNDS} times: exactly one session each`, async () => {
    const install = await startBuiltinInstall(store.database);
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await replayCallback([install.portal], store.database, PARALLEL)).toEqual({ signedIn: 1, sessions: 1 });
    }
    await install.close();
  });
});

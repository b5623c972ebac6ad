import { describe, expect, test } from 'vitest';
import { publicRedirectPayloads } from '../../testing/corpora.ts';
import { eachStore, useStore } from '../../testing/database.ts';
import { injectedPortal, merged, PORTAL_URL } from '../../testing/injected-portal.ts';
import { startBuiltinInstall } from '../../testing/portal.ts';
import { replayCallback } from '../../testing/replay.ts';

const ROUNDS = 100;
const PARALLEL = 50;

eachStore('a ticket that is replayed', (store) => {
  test(`${PARALLEL} callbacks at once, ${ROUNDS} times: exactly one session each`, { timeout: 600_000 }, async () => {
    const install = await startBuiltinInstall(store.database);
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await replayCallback([install.portal], store.database, PARALLEL)).toEqual({ signedIn: 1, sessions: 1 });
    }
    await install.close();
  });
});

const payloads = publicRedirectPayloads('portal.example.com', 'evil.example');
const title =
  payloads.length === 0 ? 'SKIPPED: public payloads, CORPORA_DIR is not set' : `${payloads.length} public payloads`;

describe.skipIf(payloads.length === 0)(`no target leaves the portal: ${title}`, () => {
  const store = useStore();
  const leaving = (location: unknown) =>
    typeof location !== 'string' || new URL(location, `${PORTAL_URL}/auth/x`).origin !== PORTAL_URL;

  test.each(['gotoURL', 'redirect_to', 'next'])(
    'as %s: sign-in and callback, sign-out',
    { timeout: 600_000 },
    async (parameter) => {
      const portal = injectedPortal(store.database);
      const left: string[] = [];
      // Lone surrogates cannot stand in an address at all.
      for (const [number, payload] of payloads.filter((text) => !/\p{Surrogate}/u.test(text)).entries()) {
        const query = `${parameter}=${encodeURIComponent(payload)}`;
        const begun = await portal.ask({ url: `/auth/sign-in?${query}` });
        const url = `/auth/sign-in-callback?source=SSO_DEVELOPER_APP&login_type=email&ticket=${parameter}-${number}&${query}`;
        const finished = await portal.ask({ url, headers: { cookie: merged('', begun) } });
        const out = await portal.ask({ url: `/auth/sign-out?${query}` });
        for (const { headers } of [finished, out]) if (leaving(headers.location)) left.push(payload);
      }
      expect(left).toEqual([]);
    },
  );
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../kernel/http/listen.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createTeam, type DashboardPerson, enter } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { mayMount, smallDisk } from '../../testing/small-disk.ts';
import { changedHeads, type FollowedEntry, headsOfChains, newEntries, type Progress } from './follow-chains.ts';
import { headsSender } from './send-heads.ts';
import { verifyAuditChains } from './verify-chains.ts';

const store = useStore();
let portal: InjectedPortal;
let ada: DashboardPerson;
let olga: DashboardPerson;
let team: string;
beforeEach(async () => {
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators }) });
  ada = await enter(portal, 'ada');
  olga = await enter(portal, 'olga');
  team = await createTeam(ada, 'Studio');
  await olga.post(`/api/operator/teams/${team}/suspend`, { reason: 'Asked for' });
  await olga.post(`/api/operator/teams/${team}/resume`, { reason: 'Asked for' });
});
afterEach(() => portal.app.close());

const rename = (name: string) => ada.post(`/api/teams/${team}/rename`, { name });
const keyOf = ({ chain, number }: { chain: string; number: number }) => `${chain} ${number}`;
async function follow(progress: Progress): Promise<FollowedEntry[]> {
  const got: FollowedEntry[] = [];
  await newEntries(store.database, progress, async (entries) => {
    got.push(...entries);
  });
  return got;
}

describe('following the chains', () => {
  test('hands on every entry of every Team and of the installation, with its chain, number and hash', {
    tags: 'slow',
  }, async () => {
    const entries = await follow(new Map());
    expect(entries.map((entry) => [entry.chain, entry.number, entry.action, entry.team])).toEqual([
      [team, 1, 'team.create', undefined],
      [team, 2, 'team.suspend', undefined],
      [team, 3, 'team.resume', undefined],
      ['(installation)', 1, 'team.suspend', team],
      ['(installation)', 2, 'team.resume', team],
    ]);
    for (const { hash } of entries) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('leaves none out and repeats none, whatever is written meanwhile and wherever it is stopped', {
    tags: 'slow',
  }, async () => {
    const progress: Progress = new Map();
    const got: FollowedEntry[] = await follow(progress);
    let writing = true;
    const followed = (async () => {
      while (writing) got.push(...(await follow(progress)));
    })();
    await Promise.all(Array.from({ length: 30 }, (_, n) => rename(`Name ${n}`)));
    writing = false;
    await followed;
    got.push(...(await follow(progress)));
    const heads = await headsOfChains(store.database);
    const all = heads.flatMap(({ chain, number }) => Array.from({ length: number }, (_, n) => `${chain} ${n + 1}`));
    expect(got.map(keyOf).sort()).toEqual(all.sort());
  });

  test('goes on from any progress with exactly what is missing', { tags: 'slow' }, async () => {
    const whole = await follow(new Map());
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 2 }),
        async (ofTeam, ofInstallation) => {
          const progress: Progress = new Map([
            [team, { number: ofTeam }],
            ['(installation)', { number: ofInstallation }],
          ]);
          const rest = whole.filter(({ chain, number }) => number > (chain === team ? ofTeam : ofInstallation));
          expect((await follow(progress)).map(keyOf)).toEqual(rest.map(keyOf));
        },
      ),
    );
  });

  describe('a chain that a restore or a failover has set back', () => {
    /** Takes the entries behind a number off the Team's chain, as a copy has it that lagged. */
    async function setBack(to: number): Promise<void> {
      const owner = await store.database.connectAsOwner();
      await owner.query("set app.team = '*'");
      await owner.query('set session_replication_role = replica').catch(() => undefined);
      await owner.query('delete from audit_entry where number > $1', [to]);
      await owner.query(
        'update audit_head h set number = $1, hash = (select hash from audit_entry e where e.team_id = h.team_id and number = $1)',
        [to],
      );
      await owner.end();
    }
    const followOther = async (progress: Progress) => {
      const [got, other]: [string[], unknown[]] = [[], []];
      const onOther = (...told: unknown[]) => other.push(told);
      await newEntries(store.database, progress, async (entries) => void got.push(...entries.map(keyOf)), { onOther });
      return { got, other };
    };

    test.each([
      ['shorter', 1, [1, 2]],
      ['as long', 2, [1, 2, 3]],
      ['longer', 3, [1, 2, 3, 4]],
    ])(
      'is %s when it is read again: the entries that bear the numbers of lost ones are handed on',
      async (_, writes, numbers) => {
        const progress: Progress = new Map();
        await follow(progress);
        await setBack(1);
        for (let n = 0; n < writes; n += 1) await rename(`Restored ${n}`);
        const ofTeam = (keys: readonly string[]) => keys.filter((key) => key.startsWith(team));
        const { got, other } = await followOther(progress);
        expect([ofTeam(got), other]).toEqual([numbers.map((number) => `${team} ${number}`), [[team, 3]]]);
        expect(await followOther(progress)).toEqual({ got: [], other: [] });
      },
    );
  });

  test('says what a chain has forgotten before it was read', async () => {
    const owner = await store.database.connectAsOwner();
    await owner.query("set app.team = '*'; update audit_head set forgotten = 2");
    await owner.end();
    const told: unknown[] = [];
    const got: string[] = [];
    await newEntries(
      store.database,
      new Map([[team, { number: 1 }]]),
      async (entries) => {
        got.push(...entries.map(keyOf));
      },
      { onForgotten: (...gap) => told.push(gap) },
    );
    expect(told).toEqual([[team, 2, 2]]);
    expect(got).toContain(`${team} 3`);
  });
});

describe('heads that are kept elsewhere', () => {
  /** Rewrites the Team's chain from an entry on, so that every hash in the database is right. */
  async function rewrite(from: number): Promise<void> {
    const owner = await store.database.connectAsOwner();
    await owner.query("set app.team = '*'");
    const { rows } = await owner.query<{ id: string }>('select id from team where code = $1', [team]);
    const id = rows[0]?.id;
    await owner.query("update audit_entry set outcome = 'ROLE_INSUFFICIENT' where team_id = $1 and number = $2", [
      id,
      from,
    ]);
    const { rows: numbers } = await owner.query<{ number: string }>(
      'select number from audit_entry where team_id = $1 and number >= $2 order by number',
      [id, from],
    );
    for (const { number } of numbers) {
      await owner.query(
        `update audit_entry e set hash = sha256(
           coalesce((select hash from audit_entry where team_id = $1 and number = e.number - 1), decode(repeat('00', 32), 'hex')) ||
           audit_bytes(e.team_id, e.number, e.at, e.action, e.actor_code, e.actor_name, e.subject, e.ip_address, e.outcome, e.reason, e.salt))
          where team_id = $1 and number = $2`,
        [id, number],
      );
    }
    await owner.query(
      'update audit_head h set hash = (select hash from audit_entry where team_id = $1 and number = h.number) where team_id = $1',
      [id],
    );
    await owner.end();
  }

  test('tell a chain that was rewritten so that it verifies, and nothing of one that has only grown', {
    tags: 'slow',
  }, async () => {
    const kept = await headsOfChains(store.database);
    await rename('Loft');
    expect(await changedHeads(store.database, kept)).toEqual([]);
    await rewrite(2);
    expect((await verifyAuditChains(store.database)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
    expect(await changedHeads(store.database, kept)).toEqual([{ chain: team, number: 3 }]);
  });

  test('tell an end that was cut off, and a chain that is gone', async () => {
    const kept = await headsOfChains(store.database);
    const endsAt = kept.find(({ chain }) => chain === team)?.number ?? 0;
    const later = [8, 9].map((number) => ({ chain: team, number, hash: 'aa' }));
    expect(await changedHeads(store.database, [...kept, ...later])).toEqual([
      { chain: team, number: 8, cutOff: { endsAt, keptTo: 9 } },
    ]);
    expect(await changedHeads(store.database, [{ chain: 'gone', number: 1, hash: 'aa' }])).toEqual([
      { chain: 'gone', number: 1, cutOff: { endsAt: 0, keptTo: 1 } },
    ]);
  });

  describe('are sent', () => {
    let folder = '';
    let server: Server;
    let url = '';
    let status = 200;
    let posted: string[] = [];
    beforeEach(async () => {
      [status, posted] = [200, []];
      folder = mkdtempSync(join(tmpdir(), 'openhouse-heads-'));
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        request.on('end', () => {
          posted.push(body);
          response.writeHead(status).end();
        });
      });
      url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/heads?token=of-the-collector`;
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
      server.closeAllConnections();
      server.close();
    });
    const chainsOf = (lines: string) =>
      lines
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { chain: string }).chain);

    test('to a file: first all, then those that have changed', async () => {
      const path = join(folder, 'heads.jsonl');
      const send = headsSender(store.database, { kind: 'file', path });
      await send();
      await send();
      await rename('Loft');
      await send();
      const text = readFileSync(path, 'utf8');
      expect(chainsOf(text)).toEqual([team, '(installation)', team]);
      const heads = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(await changedHeads(store.database, heads)).toEqual([]);
    });

    test.skipIf(!mayMount())(
      'to a file on a disk that is full: no half of a line stays, and it comes later',
      async () => {
        const disk = smallDisk(1);
        try {
          const path = join(disk.path, 'heads.jsonl');
          const kept = `${JSON.stringify({ chain: 'of an earlier day', padding: 'x'.repeat(4000) })}\n`;
          writeFileSync(path, kept);
          disk.fill(0);
          const send = headsSender(store.database, { kind: 'file', path });
          await expect(send()).rejects.toThrow('ENOSPC');
          expect(readFileSync(path, 'utf8')).toBe(kept);
          disk.empty();
          await send();
          expect(chainsOf(readFileSync(path, 'utf8'))).toEqual(['of an earlier day', team, '(installation)']);
        } finally {
          disk.unmount();
        }
      },
    );

    test('to an address; what did not arrive is sent again, and the address stands in no error', async () => {
      const send = headsSender(store.database, { kind: 'url', url });
      status = 503;
      await expect(send()).rejects.toThrow(/^AUDIT_HEADS_TO answered with HTTP 503$/);
      status = 200;
      await send();
      await send();
      expect(posted.map(chainsOf)).toEqual(Array(2).fill([team, '(installation)']));
      const nobody = headsSender(store.database, { kind: 'url', url: 'http://127.0.0.1:1/?token=of-the-collector' });
      await expect(nobody()).rejects.toThrow(/^AUDIT_HEADS_TO could not be reached$/);
    });
  });
});

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smtpServerOf } from '../../config/mail.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { headerOf, startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { lookForWarnings } from '../warnings/look.ts';
import type { Mailer } from './mailer.ts';
import { queueWarningMails } from './outbox-store.ts';
import { sendMails } from './send-mails.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { warningOutbox } from './warning-mail.ts';

// 200 trials of 30 days that end at different times, two nodes that look and send beside each other and are restarted again and
// again, and a mail server that greylists, refuses connections and goes away. The clock goes on by moving everything that is
// written into the past.

const TRIALS = 200;
const STEP_HOURS = 6;
const DAYS = 33;
/** Looks of each node in one step, at most. */
const ROUNDS = 60;
const store = useStore('postgres');
let smtp: TestSmtp;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.stop());

const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
  inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, { team: '*' });

/** Apps that are used: nobody is warned of one that never was. */
async function makeTrials(): Promise<void> {
  for (let n = 0; n < TRIALS; n += 1) {
    const { id } = await createTeam(store.database, { name: `Team ${n}` });
    await all(
      `with p as (
         insert into person (code, name, email) values ('ohu_' || $1::text, 'Owner', 'owner-' || $1::text || '@example.com') returning id),
       m as (insert into team_member (team_id, person_id, role) select $2, id, 'owner' from p),
       made as (
       insert into app (team_id, slot, app_key, xid, name, category, trial_ends_at)
       values ($2, 1, 'ohk_' || $1::text, 'xid_' || $1::text, 'App ' || $1::text, 'open',
               now() + interval '30 days' + make_interval(hours => $1::int % 48)) returning team_id, id)
       insert into app_use (team_id, app_id, version, minute, operation, status, n)
       select team_id, id, 1, now(), 'vr-info', 'success', 1 from made`,
      [n, id],
    );
  }
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Hours go by for trials and warnings. */
const goOn = () =>
  all(
    `with a as (update app set created_at = created_at - $1::interval, trial_ends_at = trial_ends_at - $1::interval)
     update warning set ends_at = ends_at - $1::interval, made_at = made_at - $1::interval, over_at = over_at - $1::interval`,
    [`${STEP_HOURS} hours`],
  );

/** One hour goes by for mails that wait. */
const anHour = () =>
  all("update mail set free_at = free_at - interval '1 hour', made_at = made_at - interval '1 hour'");

test('each of 200 trials is warned of at 14, 7 and 1 days by one mail each, whatever nodes and servers do', async () => {
  await makeTrials();
  let [killed, restarts, looks] = [0, 0, 0];
  const outcomes: Record<string, number> = {};
  const random = fc.sample(fc.integer({ min: 0, max: 99 }), { seed: 28, numRuns: 200_000 });
  let at = 0;
  const chance = (percent: number) => {
    at = (at + 1) % random.length;
    return (random[at] ?? 0) < percent;
  };
  const greylisted = new Set<string>();
  smtp.mood = (address) => {
    if (!greylisted.has(address) && chance(30)) {
      greylisted.add(address);
      return 451;
    }
    if (chance(5)) return 421;
    return chance(5) ? 450 : 0;
  };

  /** What one node does in a step; it may be stopped in the middle, or killed right after the server took a mail. */
  async function node(): Promise<void> {
    const stopping = new AbortController();
    const own = smtpMailer(smtpServerOf(chance(3) ? 'smtp://127.0.0.1:1' : smtp.url), {
      name: 'Openhouse',
      address: 'openhouse@example.com',
    });
    const mailer: Mailer = {
      ...own,
      async send(message) {
        if (chance(10)) {
          stopping.abort();
          restarts += 1;
        }
        const handover = await own.send(message);
        if (handover.result === 'sent' && chance(1)) {
          killed += 1;
          throw new Error('killed');
        }
        return handover;
      },
    };
    looks += 1;
    await lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 }, queueWarningMails);
    await sendMails(
      {
        database: store.database,
        mailer,
        outboxes: [warningOutbox('https://portal.example.com')],
        onOutcome: (outcome) => {
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        },
      },
      stopping.signal,
    ).catch((error: Error) => {
      if (error.message !== 'killed') throw error;
    });
    own.close();
  }

  for (let step = 0; step < (DAYS * 24) / STEP_HOURS; step += 1) {
    await goOn();
    for (let hour = 0; hour < STEP_HOURS; hour += 1) {
      await anHour();
      // A process looks every few seconds: until nothing is due, or as often as would be a minute.
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all([node(), node()]);
        const [due] = await all<{ n: number }>('select count(*)::int as n from mail where free_at <= now()');
        if (due?.n === 0) break;
      }
    }
  }
  const ids = smtp.taken.map((mail) => headerOf(mail, 'Message-ID'));
  const counts = counted(ids);
  const warned = await all<{ level: number; n: number }>(
    "select level, count(*)::int as n from warning where kind = 'trial-ends' group by 1 order by 1",
  );
  console.info({ mails: ids.length, distinct: counts.size, killed, restarts, looks, outcomes });
  expect(warned).toEqual([1, 2, 3].map((level) => ({ level, n: TRIALS })));
  expect(counts.size).toBe(3 * TRIALS);
  // Only a process that was killed between the server's answer and its commit sends again, under the same Message-ID.
  expect(ids.length - counts.size).toBe(killed);
  const perOwner = counted([...counts.keys()].map((id) => id.replace(/^<warning-\d+-|@.*$/g, '')));
  expect(new Set(perOwner.values())).toEqual(new Set([3]));
}, 900_000);

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type BreakingPoint, breakings } from '../../packages/server/src/testing/breaking-proxy.ts';
import { withRedis } from '../../packages/server/src/testing/redis.ts';
import { headerOf } from '../../packages/server/src/testing/smtp.ts';
import { withSwift } from '../../packages/server/src/testing/swift.ts';
import { type Dependency, dependencies, type FaultedService, FILE, startFaultedService } from './faulted-service.ts';

/** What people and programs may be answered: it works, or they are told when to come again. */
const ANSWERS = /^(200|302|404|503 retry)$/;
/** Who has no answer by then waits for ever. */
const HANGS_MS = 60_000;
/** Bound for a service that does not come back: a loaded machine takes longer than the 5 s that are promised. */
const BACK_MS = 40_000;
/** No flow sends as many pieces. */
const PIECES_MAX = 100;
/** Milliseconds for a mail to be tried again: the look for mails, and what its server may take. */
const MAIL_MS = 60_000;

/** @returns What it answers, and `no answer` when it hangs. */
async function answerOf(call: Promise<string>): Promise<string> {
  const hangs = new AbortController();
  const late = sleep(HANGS_MS, 'no answer', { signal: hangs.signal }).catch(() => 'no answer');
  try {
    return await Promise.race([call.catch((error: unknown) => `broken: ${String(error)}`), late]);
  } finally {
    hangs.abort();
  }
}

withSwift('what the service depends on breaks', (swift) => {
  withRedis('beside it', (redis) => {
    let at: FaultedService;
    let made = 0;
    const next = (word: string) => {
      made += 1;
      return `${word}-${made}`;
    };
    beforeAll(async () => {
      at = await startFaultedService(inject('postgresUrl') ?? '', redis, swift);
    });
    afterAll(() => at?.close());

    const exchange = () => {
      const { addresses, demo } = at.tried.service;
      const body = new URLSearchParams({ app_key: demo?.app_key ?? '', app_secret: demo?.app_secret ?? '' });
      return at.tried.ask(`${addresses.gateway}/auth/access_token`, { method: 'POST', body });
    };
    const invite = async (mailTo: string) => {
      // A Team has no more than a few mails a day.
      await at.query('delete from reveal_attempts');
      return at.tried.send('/api/teams/{id}/invitations', JSON.stringify({ role: 'viewer', mailTo }));
    };
    /** Mails that wait are due now. */
    const hurry = () => at.query('update invitation set mail_free_at = now() where mail_free_at > now()');
    const waiting = async () => (await at.query('select from invitation where mail_free_at is not null')).length;
    const taken = (address: string) => at.smtp.taken.filter(({ to }) => to === address);
    const mailed = (address: string) =>
      expect
        .poll(() => hurry().then(() => taken(address).length), { timeout: MAIL_MS, interval: 200 })
        .toBeGreaterThan(0);

    /** Everything that people and programs do, at once. @returns What each is answered. */
    async function everything(file: string, arrived: Awaited<ReturnType<FaultedService['arrive']>>) {
      const { tried } = at;
      const calls: Readonly<Record<string, () => Promise<string>>> = {
        exchange,
        read: tried.read,
        'cold read': tried.coldRead,
        activation: tried.change,
        page: tried.portalCall,
        'sign-in begun': tried.signIn,
        'sign-in ended': () => tried.ask(arrived.callback, {}, arrived.browser),
        'file in no memory': () => tried.fileOf(file, FILE),
        upload: () => at.uploadFiles(next('u')),
        invitation: () => invite(`${next('guest')}@mail.example`),
      };
      const answers = Object.entries(calls).map(async ([name, call]) => [name, await answerOf(call())] as const);
      return Object.fromEntries(await Promise.all(answers));
    }
    const WELL = {
      exchange: '200',
      read: '200',
      'cold read': '404',
      activation: '200',
      page: '200',
      'sign-in begun': '302',
      'sign-in ended': '302',
      'file in no memory': '200',
      upload: '200',
      invitation: '200',
    };
    /** A tour whose file nothing has in memory, and somebody who is back from the provider. */
    async function prepared() {
      const file = next('f');
      expect(await at.uploadFiles(file)).toBe('200');
      return [file, await at.arrive(next('login'))] as const;
    }

    test('nothing is broken: everything works', async () => {
      expect(await everything(...(await prepared()))).toEqual(WELL);
    });

    const rows = dependencies.flatMap((dependency) => breakings.map((how) => [dependency, how] as const));
    test.each(rows)(
      '%s, each answer %s: it works, or says when to come again; and is back by itself',
      async (dependency, how) => {
        const proxy = at.proxies[dependency];
        const ready = await prepared();
        const mail = `${next('before')}@mail.example`;
        const struck = proxy.arm({ how, side: 'answer', piece: 1, goesOn: true });
        if (dependency === 'mail') {
          expect(await invite(mail)).toBe('200');
          await struck;
        }
        const answers = await everything(...ready);
        expect(proxy.disarm()).toBe(true);
        const fromMs = performance.now();
        await expect
          .poll(async () => everything(...(await prepared())), { timeout: BACK_MS, interval: 50 })
          .toEqual(WELL);
        const backMs = Math.round(performance.now() - fromMs);
        if (dependency === 'mail') await mailed(mail);
        const others = Object.entries(answers).filter(([name, answer]) => answer !== WELL[name as keyof typeof WELL]);
        console.log(
          `${`${dependency}, ${how}`.padEnd(22)} back after ${String(backMs).padStart(5)} ms; ${others.map((one) => one.join(' ')).join(', ') || 'nobody notices'}`,
        );
        expect(Object.entries(answers).filter(([, answer]) => !ANSWERS.test(answer))).toEqual([]);
      },
    );

    /** One try of a flow. */
    interface Try {
      /** What is done while a piece may be hit. @param struck Resolves when one is. */
      act(struck: Promise<void>): Promise<string>;
      /** What must hold afterwards. */
      after(answer: string): Promise<void>;
    }

    /** Does the same again and again, each time with the next piece hit, until none is left. */
    async function eachPiece(
      dependency: Dependency,
      point: Omit<BreakingPoint, 'piece'>,
      begin: () => Promise<Try>,
    ): Promise<void> {
      const proxy = at.proxies[dependency];
      const answers: Record<string, number> = {};
      for (let piece = 1; piece < PIECES_MAX; piece += 1) {
        const { act, after } = await begin();
        const answer = await answerOf(act(proxy.arm({ ...point, piece })));
        const hasFired = proxy.disarm();
        expect([piece, answer]).toEqual([piece, expect.stringMatching(/^(200|302|503 retry)$/)]);
        await after(answer);
        if (!hasFired) {
          expect([piece > 1, answer]).toEqual([true, expect.stringMatching(/^(200|302)$/)]);
          console.log(`${dependency}, ${nameOf(point)}: ${piece - 1} pieces hit, ${JSON.stringify(answers)}`);
          return;
        }
        answers[answer] = (answers[answer] ?? 0) + 1;
      }
      throw new Error(`more than ${PIECES_MAX} pieces`);
    }

    const points = (['request', 'answer'] as const).flatMap((side) => [
      { how: 'cut', side } as const,
      { how: 'torn', side } as const,
      { how: 'cut', side, goesOn: true } as const,
    ]);
    const named = points.map((point) => [nameOf(point), point] as const);

    test.each(named)('sign-in, %s: signed in, or told when to come again', async (_, point) => {
      const signedIn = async () => {
        const { browser, callback } = await at.arrive(next('login'));
        return at.tried.ask(callback, {}, browser);
      };
      await eachPiece('provider', point, async () => {
        const { browser, callback } = await at.arrive(next('login'));
        return {
          act: () => at.tried.ask(callback, {}, browser),
          after: async (answer) => {
            expect(/svc_token/.test(browser.header(callback))).toBe(answer === '302');
            await expect.poll(signedIn, { timeout: BACK_MS }).toBe('302');
          },
        };
      });
    });

    test.each(named)('token exchange, %s at Redis: a token all the same', async (_, point) => {
      await eachPiece('redis', point, async () => {
        await expect.poll(() => at.tried.metric('openhouse_limiter_shared'), { timeout: BACK_MS }).toBe(1);
        return {
          act: exchange,
          after: async (answer) => expect([answer, await at.tried.read()]).toEqual(['200', '200']),
        };
      });
    });

    test.each(named)(
      'import, %s at the store of files: whole, or not there and told when to come again',
      async (_, point) => {
        await eachPiece('files', point, async () => {
          const code = next('tour');
          return {
            act: () => at.uploadFiles(code),
            after: async (answer) => {
              expect((await at.tried.uploaded()).includes(code)).toBe(answer === '200');
              if (answer !== '200') await expect.poll(() => at.uploadFiles(code), { timeout: BACK_MS }).toBe('200');
              expect(await at.tried.fileOf(code, FILE)).toBe('200');
            },
          };
        });
      },
    );

    test.each(named.filter(([, { how, goesOn }]) => how === 'cut' && goesOn !== true))(
      'a mail, %s: it comes, under one id',
      async (_, point) => {
        await eachPiece('mail', point, async () => {
          const address = `${next('invited')}@mail.example`;
          await expect.poll(() => hurry().then(waiting), { timeout: 2 * MAIL_MS }).toBe(0);
          return {
            act: async (struck) => {
              const answer = await invite(address);
              await Promise.race([struck, mailed(address)]);
              return answer;
            },
            after: async () => {
              await mailed(address);
              expect(new Set(taken(address).map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1);
              // Twice where the server took it and could not say so.
              expect(taken(address).length).toBeLessThanOrEqual(2);
            },
          };
        });
      },
    );

    test('the log has no error of a program that took something for what it is not, and no secret', () => {
      const log = at.tried.lines.join('');
      expect(at.tried.lines.filter((line) => /"type":"(Type|Range|Reference|Syntax)Error"/.test(line))).toEqual([]);
      for (const secret of ['a secret of the client', new URL(redis.url).password]) expect(log).not.toContain(secret);
    });
  });
});

const nameOf = ({ how, side, goesOn }: Omit<BreakingPoint, 'piece'>): string =>
  `${how} at each ${side}${goesOn === true ? ' and from there on' : ''}`;

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CountedCall,
  deadlineOf,
  judge,
  judgeLimit,
  type Outage,
  type Seen,
  type Sight,
  type Trial,
} from './history.ts';

const [BEGAN_MS, ACKNOWLEDGED_MS, BOUND_MS, STALE_MAX_MS] = [1000, 1100, 1000, 10_000];
const CALM = {
  name: 't',
  beganMs: BEGAN_MS,
  acknowledgedMs: ACKNOWLEDGED_MS,
  boundMs: [0, BOUND_MS],
  staleMaxMs: STALE_MAX_MS,
};

const sight = (node: number, startMs: number, seen: Seen, endMs = startMs + 10): Sight => ({
  node,
  startMs,
  endMs,
  seen,
});
/** A history without a fault: node 0 made the change, node 1 learns of it half a second later. */
const RIGHT: readonly Sight[] = [
  sight(0, 900, 'old'),
  sight(1, 900, 'old'),
  sight(0, 1050, 'new'),
  sight(1, 1500, 'old'),
  sight(0, 1600, 'new'),
  sight(1, 1700, 'new'),
  sight(0, 2200, 'new'),
  sight(1, 2200, 'new'),
];
const trial = (sights: readonly Sight[], outage?: Outage): Trial => ({ ...CALM, outage, sights });
const lawsOf = (one: Trial) => judge(one).violations.map(({ law, node }) => `${law} ${node}`);

describe('a change', () => {
  test('that both nodes show within the bound breaks no law, and its delay is that of the later node', () => {
    expect(judge(trial(RIGHT))).toEqual({ violations: [], delayMs: 1710 - ACKNOWLEDGED_MS });
  });

  test.each<[string, Sight, string[]]>([
    ['is shown before anybody asked for it', sight(1, 500, 'new'), ['early 1', 'back 1', 'back 1']],
    ['is missing on the node that made it, once acknowledged', sight(0, 1101, 'old'), ['stale 0', 'back 0']],
    ['is missing on the other node after the bound', sight(1, 2101, 'old'), ['stale 1', 'back 1']],
    ['is taken back by a node that had shown it', sight(1, 1800, 'old'), ['back 1']],
    ['is refused without an outage', sight(1, 1800, 'refused'), ['refused 1']],
    ['is neither there nor not there', sight(0, 950, { other: '500' }), ['other 0']],
  ])('that %s', (_, wrong, laws) => {
    expect(lawsOf(trial([...RIGHT, wrong]))).toEqual(laws);
  });

  test.each<[string, Sight]>([
    ['a read that was under way when the change began', sight(0, 990, 'new', 1001)],
    ['an old answer to a read from before the acknowledgement, that arrives late', sight(0, 1045, 'old', 5000)],
    ['an old answer that overlaps the first new one on that node', sight(1, 1705, 'old', 1790)],
    ['an old answer at the very bound', sight(1, 1709, 'old')],
  ])('is judged with the doubt for the service: %s', (_, allowed) => {
    expect(lawsOf(trial([...RIGHT, allowed]))).toEqual([]);
  });

  test('that a node was not read of after the bound says nothing, and so counts as a fault', () => {
    expect(lawsOf(trial(RIGHT.filter(({ node, startMs }) => node === 0 || startMs < 1700)))).toEqual(['unseen 1']);
    expect(lawsOf(trial([]))).toEqual(['unseen 0', 'unseen 1']);
  });
});

describe('an outage of one node', () => {
  const outage: Outage = { node: 1, fromMs: 950, untilMs: 3950, recoveryMs: 500 };
  const late = [...RIGHT.filter(({ node }) => node === 0), sight(1, 900, 'old'), sight(1, 4500, 'new')];

  test('excuses its old answers until it has recovered, and its refusals', () => {
    const seen = [sight(1, 3000, 'old'), sight(1, 4400, 'old'), sight(1, 960, 'refused'), sight(1, 4450, 'refused')];
    expect(lawsOf(trial([...late, ...seen], outage))).toEqual([]);
  });

  test.each<[string, Sight, string]>([
    ['an old answer after it', sight(1, 4451, 'old'), 'stale 1'],
    ['a refusal after it', sight(1, 4451, 'refused'), 'refused 1'],
    ['a refusal before it', sight(1, 900, 'refused'), 'refused 1'],
    ['an old answer of the other node', sight(0, 1101, 'old'), 'stale 0'],
    ['a refusal of the other node', sight(0, 2000, 'refused'), 'refused 0'],
  ])('does not excuse %s', (_, wrong, law) => {
    expect(lawsOf(trial([...late, wrong], outage))).toContain(law);
  });

  test('that is long excuses nothing beyond what a node may go on with', () => {
    const long = { ...outage, untilMs: 15_950 };
    expect(deadlineOf({ ...CALM, outage: long }, 1)).toBe(ACKNOWLEDGED_MS + STALE_MAX_MS);
    const seen = [...late.slice(0, -1), sight(1, 16_600, 'new')];
    expect(lawsOf(trial([...seen, sight(1, 11_100, 'old')], long))).toEqual([]);
    expect(lawsOf(trial([...seen, sight(1, 11_101, 'old')], long))).toEqual(['stale 1']);
  });

  test('excuses no old answer where each request asks the database', () => {
    const asked = { ...CALM, boundMs: [0, 0], outage };
    expect(deadlineOf(asked, 1)).toBe(ACKNOWLEDGED_MS);
    expect(lawsOf({ ...asked, sights: [...late, sight(1, 1101, 'old')] })).toEqual(['stale 1']);
  });
});

test('whatever is seen, one old answer more after the bound is found', () => {
  const seen = fc.constantFrom<Seen>('old', 'new', 'refused');
  const any = fc
    .record({ node: fc.nat(1), startMs: fc.nat(5000), seen })
    .map((one) => ({ ...one, endMs: one.startMs + 5 }));
  fc.assert(
    fc.property(fc.array(any), fc.nat(1), fc.integer({ min: 2101, max: 9000 }), (sights, node, startMs) => {
      expect(lawsOf(trial([...sights, sight(node, startMs, 'old')]))).toContain(`stale ${node}`);
    }),
  );
});

describe('a limit of 3 a minute', () => {
  const call = (startMs: number, admitted: boolean): CountedCall => ({ startMs, endMs: startMs + 10, admitted });
  const judged = (...calls: CountedCall[]) => judgeLimit(3, 60_000, calls);

  test('that admits three of five, or both of two, is held', () => {
    expect(judged(call(0, true), call(5, true), call(10, true), call(11, false), call(12, false))).toBeUndefined();
    expect(judged(call(0, true), call(5, true))).toBeUndefined();
  });

  test.each([
    ['admits a fourth', [true, true, true, true], /^4 of 4 .* 3 should/],
    ['refuses the third', [true, true, false, false], /^2 of 4 .* 3 should/],
    ['refuses everything', [false], /^0 of 1 .* 1 should/],
  ])('that %s is not', (_, admitted, said) => {
    expect(judged(...admitted.map((one, at) => call(at, one)))).toMatch(said);
  });

  test('holds for one window: what may lie in the next is not counted', () => {
    const first = [call(0, true), call(5, true), call(10, true)];
    expect(judged(...first, call(59_990, true))).toBeUndefined();
    expect(judged(...first, call(59_989, true))).toMatch(/^4 of 4/);
  });
});

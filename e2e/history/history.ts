/** What a read showed: the truth before the change, that after it, that the node refused to say, or neither. */
export type Seen = 'old' | 'new' | 'refused' | { readonly other: string };

/** One read; times are of one clock that never goes back, in milliseconds. */
export interface Sight {
  readonly node: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly seen: Seen;
}

/** A time in which a node could not reach the database. */
export interface Outage {
  readonly node: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** How long after it the node may still know nothing. */
  readonly recoveryMs: number;
}

/** A change that was made once, and everything that readers saw around it. */
export interface Trial {
  readonly name: string;
  readonly beganMs: number;
  readonly acknowledgedMs: number;
  /** How long after the acknowledgement each node may still show the old truth while it reaches the database. */
  readonly boundMs: readonly number[];
  /** How long any node may go on with what it last knew. */
  readonly staleMaxMs: number;
  readonly outage: Outage | undefined;
  readonly sights: readonly Sight[];
}

/**
 * The laws. `early`: seen before anybody asked for it. `stale`: the old truth after the bound. `back`: the old truth on a node
 * that had shown the new one. `refused`: no answer outside of an outage. `other`: neither truth. `unseen`: a node was not read after
 * the bound, so nothing is said of it.
 */
export type Law = 'early' | 'stale' | 'back' | 'refused' | 'other' | 'unseen';

export interface Violation {
  readonly law: Law;
  readonly trial: string;
  readonly node: number;
  readonly what: string;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  /** From the acknowledgement until the last of the nodes had shown the new truth, in milliseconds. */
  readonly delayMs: number;
}

/** @returns When the old truth may be read no more: a read that starts later must not show it. */
export function deadlineOf(
  { acknowledgedMs, boundMs, staleMaxMs, outage }: Omit<Trial, 'sights'>,
  node: number,
): number {
  const bound = boundMs[node] ?? 0;
  const deadlineMs = acknowledgedMs + bound;
  // What asks the database each time has nothing old to go on with.
  if (outage?.node !== node || bound === 0) return deadlineMs;
  const recoveredMs = outage.untilMs + outage.recoveryMs;
  return Math.min(Math.max(deadlineMs, recoveredMs), acknowledgedMs + Math.max(bound, staleMaxMs));
}

/** Holds the laws against what was seen. */
export function judge(trial: Trial): Verdict {
  const verdicts = trial.boundMs.map((_, node) => judgeNode(trial, node));
  return {
    violations: verdicts.flatMap(({ violations }) => violations),
    delayMs: Math.max(0, ...verdicts.map(({ shownMs }) => shownMs - trial.acknowledgedMs)),
  };
}

function judgeNode(trial: Trial, node: number): { violations: readonly Violation[]; shownMs: number } {
  const sights = trial.sights.filter((one) => one.node === node).toSorted((a, b) => a.startMs - b.startMs);
  const deadlineMs = deadlineOf(trial, node);
  const shownMs = Math.min(...sights.filter(({ seen }) => seen === 'new').map(({ endMs }) => endMs));
  const violations = sights.flatMap((sight) => brokenBy(sight, trial, deadlineMs, shownMs));
  if (!sights.some(({ startMs, seen }) => startMs > deadlineMs && seen === 'new')) {
    violations.push(['unseen', `none of ${sights.length} reads showed the new truth after the bound`]);
  }
  return { violations: violations.map(([law, what]) => ({ law, trial: trial.name, node, what })), shownMs };
}

function brokenBy(sight: Sight, trial: Trial, deadlineMs: number, shownMs: number): [Law, string][] {
  const { seen, startMs, endMs } = sight;
  const since = (ms: number) => `${Math.round(startMs - ms)} ms after`;
  if (seen === 'new') return endMs < trial.beganMs ? [['early', `${Math.round(trial.beganMs - endMs)} ms before`]] : [];
  if (seen === 'refused') return isExcused(sight, trial.outage) ? [] : [['refused', since(trial.acknowledgedMs)]];
  if (seen !== 'old') return [['other', `${since(trial.acknowledgedMs)}: ${seen.other}`]];
  const broken: [Law, string][] = [];
  if (startMs > deadlineMs) broken.push(['stale', `${since(trial.acknowledgedMs)} the acknowledgement`]);
  if (startMs > shownMs) broken.push(['back', `${since(shownMs)} the new truth was shown`]);
  return broken;
}

function isExcused({ node, startMs, endMs }: Sight, outage: Outage | undefined): boolean {
  if (outage?.node !== node) return false;
  return endMs >= outage.fromMs && startMs <= outage.untilMs + outage.recoveryMs;
}

/** A call that counts against a limit. */
export interface CountedCall {
  readonly startMs: number;
  readonly endMs: number;
  readonly admitted: boolean;
}

/**
 * Holds the law of a limit that nodes share: in the window that the first call opens, as many are admitted as the quota says, by
 * all nodes together.
 * @returns What is wrong, or undefined.
 */
export function judgeLimit(quota: number, windowMs: number, calls: readonly CountedCall[]): string | undefined {
  const openedMs = Math.min(...calls.map(({ startMs }) => startMs));
  // The window opens after the first call has begun, so what ended this early lies within it.
  const inside = calls.filter(({ endMs }) => endMs < openedMs + windowMs);
  const admitted = inside.filter((call) => call.admitted).length;
  const due = Math.min(quota, inside.length);
  if (admitted === due) return undefined;
  return `${admitted} of ${inside.length} calls were admitted, and ${due} should have been`;
}

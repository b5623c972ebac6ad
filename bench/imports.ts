import { setTimeout as sleep } from 'node:timers/promises';
import { CSRF_COOKIE, CSRF_HEADER, importTours, vrInfo } from '@openhouse/contract';
import { testBrowser } from '../packages/server/src/testing/browser.ts';
import { zipArchive } from '../packages/server/src/tours/import/testing/zip-archive.ts';
import type { Outcome } from './load/generator.ts';
import { pacedLoad } from './load/paced.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './measure/median.ts';
import { metricsOf } from './measure/metrics.ts';
import { ask, like } from './probe.ts';
import { readLoad } from './reads.ts';
import { readRealWork } from './real-work.ts';
import type { Openhouse } from './servers/openhouse.ts';
import type { Stage } from './stage.ts';

/** What reads see of the service for a while, and how late its event loop was. */
export interface WhileImporting {
  /** What else the service did. */
  readonly beside: string;
  readonly seconds: number;
  /** Milliseconds that the event loop was late: 99th percentile and worst. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /** Milliseconds from when a read was sent or due to its last byte: medians over turns, and the worst turn. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstP99Ms: number;
}

const LOOP_P99_AT_MOST_MS = 20;
const IMPORTED_BYTES = 100 * 1024 * 1024;
/** Reads of 2 KB asked for while the rest goes on: enough to see every pause, too few to be the load. */
const READS_PER_SECOND = 200;
const TURN_SECONDS = 2;
const IDLE_MS = 8000;
/** The monitor looks every so many milliseconds and tells the whole time between two looks. */
const MONITOR_MS = 10;

/** Uploads 100 MB of tours to the portal, as a person does, while the same process answers reads. */
export async function measureImporting(stage: Stage): Promise<WhileImporting[]> {
  // On all cores, as in service: deflating has threads of its own.
  const ours = await stage.openhouse({ isPinned: false });
  const load = readLoad(ours, [`${vrInfo.path}?resource_code=bench-2k`], 'gzip');
  const expected = like(await ask(load));
  const paced = pacedLoad(stage.cores, stage.folder);
  const turn = () => paced({ ...load, expected }, { requestsPerSecond: READS_PER_SECOND, seconds: TURN_SECONDS });
  const send = await signedInUploader(ours);
  const { archive, tours } = archiveOfTours();
  const idle = await watched(ours, 'nothing', turn, () => sleep(IDLE_MS));
  const upload = `an upload of ${tours} tours, 100 MB of JSON`;
  const importing = await watched(ours, upload, turn, () => send(archive));
  return [idle, importing];
}

async function watched(
  { operatorOrigin }: Openhouse,
  beside: string,
  turn: () => Promise<Outcome>,
  act: () => Promise<void>,
): Promise<WhileImporting> {
  // The monitor begins anew when it is asked.
  await metricsOf(operatorOrigin);
  const startedAtMs = performance.now();
  let after: { readonly metrics: Readonly<Record<string, number>>; readonly seconds: number } | undefined;
  const acted = act().then(async () => {
    after = { metrics: await metricsOf(operatorOrigin), seconds: (performance.now() - startedAtMs) / 1000 };
  });
  const turns: Outcome[] = [];
  while (after === undefined) turns.push(await turn());
  await acted;
  const { metrics, seconds } = after;
  const wrong = turns.reduce((sum, one) => sum + one.wrong, 0);
  if (wrong > 0) throw new Error(`${wrong} responses were wrong`);
  const lateMs = (name: string) => Math.max(0, (metrics[name] ?? Number.NaN) * 1000 - MONITOR_MS);
  const p99s = turns.map(({ p99Ms }) => p99Ms ?? Number.NaN);
  return {
    beside,
    seconds,
    loopP99Ms: lateMs('nodejs_eventloop_lag_p99_seconds'),
    loopMaxMs: lateMs('nodejs_eventloop_lag_max_seconds'),
    p50Ms: median(turns.map(({ p50Ms }) => p50Ms ?? Number.NaN)),
    p99Ms: median(p99s),
    worstP99Ms: Math.max(...p99s),
  };
}

/** Whole real works, each under a code and a name of its own, as one archive. */
function archiveOfTours(): { archive: Buffer; tours: number } {
  const work = readRealWork();
  const entries: { name: string; content: string }[] = [];
  for (let bytes = 0; bytes < IMPORTED_BYTES; ) {
    const code = `bench-import-${entries.length}`;
    const content = JSON.stringify({ ...work, vr_code: undefined, resource_code: code, name: code, is_active: true });
    entries.push({ name: `${code}/vr-info.json`, content });
    bytes += content.length;
  }
  return { archive: zipArchive(entries), tours: entries.length };
}

/** Signs in at the built-in page, as a person of the demo does. @returns What sends an archive and waits for its end. */
async function signedInUploader({ portalOrigin }: Openhouse): Promise<(archive: Buffer) => Promise<void>> {
  const person = testBrowser();
  const asked = await person.go(`${portalOrigin}/auth/sign-in`);
  const page = new URL(asked.headers.get('location') ?? '');
  const form = new URLSearchParams([...page.searchParams, ['email', 'ada@example.com']]);
  const chosen = await person.go(`${page.origin}/`, { method: 'POST', body: form });
  await person.go(chosen.headers.get('location') ?? '');
  await person.go(`${portalOrigin}/api/me`);
  const token = person.cookie(portalOrigin, CSRF_COOKIE) ?? '';
  return async (archive) => {
    const answer = await person.go(`${portalOrigin}${importTours.path}?name=bench.zip`, {
      method: importTours.method,
      headers: { 'Content-Type': 'application/zip', [CSRF_HEADER]: token, Origin: portalOrigin },
      body: new Uint8Array(archive),
    });
    if (!answer.ok) throw new Error(`the upload was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
}

/** As a table of Markdown. */
export function importingTable(lines: readonly WhileImporting[]): string {
  const rows = lines.map(({ beside, seconds, loopP99Ms, loopMaxMs, p50Ms, p99Ms, worstP99Ms }, index) => [
    beside,
    seconds.toFixed(1),
    loopP99Ms.toFixed(1),
    ...(index === 0 ? ['', ''] : [`< ${LOOP_P99_AT_MOST_MS}`, loopP99Ms < LOOP_P99_AT_MOST_MS ? '✓' : '✗']),
    loopMaxMs.toFixed(1),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    worstP99Ms.toFixed(2),
  ]);
  const headings = [
    'not pinned, besides 200 reads a second',
    's',
    'event loop late, p99 ms',
    'target',
    '',
    'worst, ms',
  ];
  return markdownTable([...headings, 'read, p50 ms', 'p99, ms', 'p99 of the worst 2 s'], rows);
}

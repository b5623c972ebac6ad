// `npm run bench`: our gateway with everything on, beside the limit and beside its peers, as ratios.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { settingScenarios } from './beside-itself.ts';
import { writeCapacity } from './capacity/pages.ts';
import { coldScenario } from './cold-reads.ts';
import { exchangeScenario } from './exchanges.ts';
import { fileScenarios } from './files.ts';
import { importingTable, measureImporting } from './imports.ts';
import { latencyTable, measureLatency } from './latency.ts';
import { steadyDrive } from './load/steady.ts';
import { hasWrk, wrkDrive } from './load/wrk.ts';
import { describeMachine } from './measure/machine.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { hotScenarios } from './reads.ts';
import { type Line, linesOf, tableOf } from './report.ts';
import { writeResults } from './results.ts';
import { measure } from './rounds.ts';
import { FEATURES } from './servers/openhouse.ts';
import { openStage } from './stage.ts';
import { twoNodeScenarios } from './two-nodes.ts';

const RESULTS = new URL('RESULTS.md', import.meta.url);

let options: Options | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
if (options === undefined) process.stdout.write(HELP);
else await run(options);

async function run({ only, tours, beside, json, write, profile, ...turns }: Options): Promise<void> {
  const isWanted = (name: string) => only.length === 0 || only.some((wanted) => name.startsWith(wanted));
  // Before the stage keeps this process to one of the cores.
  const machine = describeMachine();
  const stage = await openStage(profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`], beside);
  try {
    const drive = hasWrk() ? wrkDrive(stage.cores, stage.folder) : steadyDrive(stage.cores);
    const about = [
      ...machine,
      stage.cores.description,
      `Load from ${hasWrk() ? 'wrk' : 'our own generator'}: ${turns.connections} connections; every response judged by status and length before each turn, by status and size together in it.`,
      `On: ${Object.entries(FEATURES)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}.`,
      `Store: ${stage.databaseUrl === null ? 'embedded; cold reads are left out without PostgreSQL' : 'PostgreSQL'}.`,
      `${turns.rounds} rounds of ${turns.seconds} s each, interleaved; medians.`,
    ];
    console.log(`${about.join('\n')}\n`);
    const scenarios = [
      ...hotScenarios(stage),
      exchangeScenario(stage),
      ...fileScenarios(stage),
      ...(stage.databaseUrl === null ? [] : [coldScenario(stage)]),
      ...settingScenarios(stage),
      // Minutes of filling and gigabytes of disk: only where it is asked for.
      ...(only.some((name) => name.startsWith('nodes')) ? twoNodeScenarios(stage, tours) : []),
    ].filter(({ name }) => isWanted(name));
    const lines: Line[] = [];
    for (const scenario of scenarios) {
      console.error(`${scenario.title} …`);
      const measured = linesOf(await measure(scenario, drive, turns));
      console.error(tableOf(measured));
      lines.push(...measured);
    }
    if (isWanted('latency')) console.error('Latency at half of saturation …');
    const latencies = isWanted('latency') ? await measureLatency(stage, drive, turns) : [];
    if (isWanted('importing')) console.error('Reads while tours are imported …');
    const importing = isWanted('importing') ? await measureImporting(stage) : [];
    const tables = [
      ...(lines.length > 0 ? [tableOf(lines)] : []),
      ...(latencies.length > 0 ? [latencyTable(latencies)] : []),
      ...(importing.length > 0 ? [importingTable(importing)] : []),
    ].join('\n\n');
    about.push(`Load average at the end: ${loadavg()[0]?.toFixed(1)}.`);
    console.log(tables);
    if (write) {
      await writeResults(RESULTS, 'measured', { about, table: tables });
      await writeCapacity(lines, about[0] ?? '');
    }
    if (json !== null) await writeFile(json, `${JSON.stringify({ about, lines, latencies, importing }, null, 2)}\n`);
  } finally {
    await stage.close();
  }
}

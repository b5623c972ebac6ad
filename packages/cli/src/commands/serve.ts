import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DemoFacts, Service } from '@openhouse/server';
import { type Command, optionValue } from '../command.ts';
import { loadServer } from '../server.ts';

const { resolve } = createRequire(import.meta.url);
/** @returns Where a package lies, in a checkout and in node_modules alike. */
const packageDirectory = (name: string) => dirname(resolve(`${name}/package.json`));

const DEMO_BUNDLES = join(packageDirectory('@openhouse/demo'), 'tours');
const PAGES = join(packageDirectory('@openhouse/portal'), 'dist');

/** `openhouse serve` (decision 0080). */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until SIGTERM or Ctrl-C.',
  description:
    'Configured by environment variables; if some are wrong, it lists them all and does not start. On SIGTERM it drains: ' +
    'requests in flight are finished first. A worker that is lost is replaced; one that gets SIGTERM drains and is ' +
    'replaced.',
  arguments: [],
  options: [
    {
      flags: '--workers <count>',
      description: 'processes that share the ports, or auto for one per core; overrides WORKERS',
    },
    { flags: '--json', description: 'once ready, print one JSON object with the addresses instead of the banner' },
  ],
  examples: [
    { call: 'openhouse serve', does: 'serves on localhost, with the embedded store and the demo tours' },
    {
      call: 'DATABASE_URL=postgres://… openhouse serve --workers auto',
      does: 'serves from every core of the machine',
    },
  ],
  async run(invocation, { env, stdout, stderr, untilStopped, endWithin }) {
    const { BEYOND_GRACE_MS, LAST_MS, configWarnings, misspeltNames, parseConfig, startService } = await loadServer();
    const settings = { ...env, WORKERS: optionValue(invocation, 'workers') ?? env.WORKERS };
    // Said before the configuration is refused: a name that is misspelt may be why.
    for (const sentence of misspeltNames(settings)) stderr.write(`openhouse: warning: ${sentence}\n`);
    const config = parseConfig(settings);
    for (const sentence of configWarnings(settings, config)) stderr.write(`openhouse: warning: ${sentence}.\n`);
    const service = await startService(config, { demoBundles: DEMO_BUNDLES, pages: PAGES });
    // Register for the signal before saying that it is ready: a program may stop it right away.
    const stopped = untilStopped();
    if (invocation.options.json === true) stdout.write(`${JSON.stringify(service.addresses)}\n`);
    else stderr.write(bannerOf(service));
    await stopped;
    // Before anything is written: whoever reads it may be stuck.
    const deadline = await endWithin((config.SHUTDOWN_DELAY_S + config.SHUTDOWN_GRACE_S) * 1000 + BEYOND_GRACE_MS);
    stderr.write('Draining: requests in flight are finished first. A second signal ends at once.\n');
    await service.stop();
    deadline.move(LAST_MS);
    return 0;
  },
};

/** @returns What a person reads once the service is ready. */
export function bannerOf({ addresses, demo }: Service): string {
  const lines = [
    '',
    'Openhouse is ready.',
    '',
    `  Developer portal  ${addresses.portal}`,
    `  Gateway           ${addresses.gateway}`,
    `  Sign-in page      ${addresses.signIn}`,
    '',
    ...(demo === undefined ? [] : demoLines(demo)),
  ];
  return `${lines.join('\n')}\n`;
}

function demoLines({ accounts, base_url, resource_codes }: DemoFacts): string[] {
  const [account] = accounts;
  const [code] = resource_codes;
  return [
    ...((account && [`  Sign in as ${account.name} <${account.email}>, or with any name and e-mail.`, '']) ?? []),
    '  The first call, from another shell in this directory:',
    '',
    `  curl -H "Authorization: $(npx openhouse token)" '${base_url}/open/v3/vr/info?resource_code=${code}'`,
    '',
  ];
}

import type { Config, DemoFacts, Service } from '@openhouse/server';
import { type Command, optionValue } from '../command.ts';
import { DEMO_BUNDLES, PAGES } from '../folders.ts';
import { speakerOn } from '../results.ts';
import { loadServer } from '../server.ts';
import { type Filled, Foreign, joined, type Told, told } from '../told.ts';

/** `openhouse serve` (decision 0080). */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until SIGTERM or Ctrl-C.',
  description:
    'Configured by environment variables; if some are wrong, it lists them all and does not start. On SIGTERM it drains: requests in flight are finished first. A worker that is lost is replaced; one that gets SIGTERM drains and is replaced.',
  arguments: [],
  options: [
    {
      flags: '--workers <count>',
      description: 'processes that share the ports, or auto for one per core; overrides WORKERS',
    },
    {
      flags: '--only <part>',
      description: 'serve one part: portal, gateway, or operator-jobs; overrides SERVE_ONLY',
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
  async run(invocation, world) {
    const { env, forget, stdout, stderr, onReload, untilStopped, endWithin } = world;
    const inWords = speakerOn(stderr, world);
    const say = (sentence: Told) => stderr.write(`${inWords(sentence)}\n`);
    onReload?.((signal) =>
      say(
        told`openhouse: ${signal} changes nothing: settings are read at the start, so restart it for others, and let whoever takes its output rotate the log.`,
      ),
    );
    const server = await loadServer();
    const { BEYOND_GRACE_MS, LAST_MS, configWarnings, misspeltNames, parseConfig, startService } = server;
    const settings = {
      ...env,
      WORKERS: optionValue(invocation, 'workers') ?? env.WORKERS,
      SERVE_ONLY: optionValue(invocation, 'only') ?? env.SERVE_ONLY,
    };
    // Said before the configuration is refused: a name that is misspelt may be why.
    for (const sentence of misspeltNames(settings)) say(told`openhouse: warning: ${new Foreign(sentence)}`);
    const config = parseConfig(settings);
    for (const sentence of configWarnings(settings, config)) say(told`openhouse: warning: ${new Foreign(sentence)}.`);
    // From here on only the configuration holds them: whoever makes this process print its environment, or start another, gets none.
    forget(server.secretNames);
    const service = await startService(config, { demoBundles: DEMO_BUNDLES, pages: PAGES });
    // Register for the signal before saying that it is ready: a program may stop it right away.
    const stopped = untilStopped();
    const served = addressesServed(service, config);
    if (invocation.options.json === true) stdout.write(`${JSON.stringify(served)}\n`);
    else say(bannerOf(served, service.demo));
    await stopped;
    // Before anything is written: whoever reads it may be stuck.
    const deadline = await endWithin((config.SHUTDOWN_DELAY_S + config.SHUTDOWN_GRACE_S) * 1000 + BEYOND_GRACE_MS);
    say(told`Draining: requests in flight are finished first. A second signal ends at once.`);
    await service.stop();
    deadline.move(LAST_MS);
    return 0;
  },
};

/** Public addresses that a process answers at; none where it only does the operator's jobs. */
type Served = Partial<Service['addresses']>;

function addressesServed({ addresses }: Service, { SERVE_ONLY }: Pick<Config, 'SERVE_ONLY'>): Served {
  const { portal, gateway, signIn } = addresses;
  switch (SERVE_ONLY) {
    case 'all':
      return addresses;
    case 'portal':
      return { portal, signIn };
    case 'gateway':
      return { gateway };
    case 'operator-jobs':
      return {};
    default:
      return SERVE_ONLY satisfies never;
  }
}

/** @returns What a person reads once the service is ready. */
export function bannerOf({ portal, gateway, signIn }: Served, demo: DemoFacts | undefined): Told {
  const lines = [
    '',
    told`Openhouse is ready.`,
    '',
    ...(portal === undefined ? [] : [told`  Developer portal  ${portal}`]),
    ...(gateway === undefined ? [] : [told`  Gateway           ${gateway}`]),
    ...(signIn === undefined ? [] : [told`  Sign-in page      ${signIn}`]),
    ...(portal === undefined && gateway === undefined ? [told`  Only the jobs of the operator run here.`] : []),
    '',
    ...(demo === undefined ? [] : demoLines(demo)),
  ];
  return joined(lines, '\n');
}

function demoLines({ accounts, base_url, resource_codes }: DemoFacts): Filled[] {
  const [account] = accounts;
  const [code] = resource_codes;
  return [
    ...((account && [told`  Sign in as ${account.name} <${account.email}>, or with any name and e-mail.`, '']) ?? []),
    told`  The first call, from another shell in this directory:`,
    '',
    `  curl -H "Authorization: $(npx openhouse token)" '${base_url}/open/v3/vr/info?resource_code=${code}'`,
    '',
  ];
}

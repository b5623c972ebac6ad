import { fileURLToPath } from 'node:url';
import { type DemoFacts, parseConfig, type Service, startService } from '@openhouse/server';
import { type Command, optionValue } from '../command.ts';

/** Beside `src` and `dist` alike. */
const DEMO_BUNDLES = fileURLToPath(new URL('../../../../demo/tours', import.meta.url));

const PAGES = fileURLToPath(new URL('../../../portal/dist', import.meta.url));

/** `openhouse serve` (DESIGN 2). */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until SIGTERM or Ctrl-C.',
  description:
    'Configured by environment variables; a wrong configuration is refused with every mistake named. On SIGTERM requests ' +
    'under way are finished first. With several workers one that is lost is replaced, and so is one that gets SIGTERM ' +
    'itself, after it has finished what it had.',
  arguments: [],
  options: [
    {
      flags: '--workers <count>',
      description: 'processes that share the ports, or auto for one a processor core, instead of WORKERS',
    },
  ],
  examples: [
    { call: 'openhouse serve', does: 'serves on localhost, with the embedded store and the demo tours' },
    {
      call: 'DATABASE_URL=postgres://… openhouse serve --workers auto',
      does: 'serves from every core of the machine',
    },
  ],
  async run(invocation, { env, stderr, untilStopped }) {
    const WORKERS = optionValue(invocation, 'workers') ?? env.WORKERS;
    const service = await startService(parseConfig({ ...env, WORKERS }), { demoBundles: DEMO_BUNDLES, pages: PAGES });
    stderr.write(bannerOf(service));
    await untilStopped();
    stderr.write('Stopping: requests under way are finished first.\n');
    await service.stop();
    return 0;
  },
};

function bannerOf({ addresses, demo }: Service): string {
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

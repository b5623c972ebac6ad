import { getUser } from '@openhouse/contract';
import { type Command, jsonOption } from '../command.ts';
import { portalOption } from '../portal/target.ts';
import { loadServer } from '../server.ts';
import { dataDirOption } from '../store.ts';

/** `openhouse doctor`. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check an installation and say how to fix what is wrong.',
  description:
    'With a store (DATABASE_URL, DATA_DIR or .openhouse here): configuration, file modes, disk space, keys, database, schema, role, clocks, Redis, identity provider, app service, and both addresses. With openhouse login: the saved sessions, their file modes and expiry, and whether the portal accepts them. Changes nothing and shows no secret. Exits with 1 when something is broken, with 0 when there are only warnings.',
  arguments: [],
  options: [
    portalOption,
    {
      flags: '--only <part>',
      description: 'check one part: portal, gateway, or operator-jobs; overrides SERVE_ONLY',
    },
    { flags: '--store', description: 'check the installation even if nothing names one' },
    dataDirOption,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse doctor', does: 'checks this installation, or this machine’s session' },
    { call: 'openhouse doctor --json', does: 'prints one JSON object per check' },
  ],
  calls: [getUser.name],
  ended: 'Nothing was changed, and not everything was checked: run it again.',
  // The checks come with the service's code, which loads slowly.
  async run(invocation, world) {
    await loadServer();
    return (await import('../doctor/examine.ts')).examine(invocation, world);
  },
};

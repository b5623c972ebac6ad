import { getUser } from '@openhouse/contract';
import { type Command, jsonOption } from '../command.ts';
import { portalOption } from '../portal/place.ts';
import { dataDirOption } from '../store.ts';

/** `openhouse doctor`. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Look at everything an installation stands on, and say how to mend what is wrong.',
  description:
    'With a store (DATABASE_URL, DATA_DIR or .openhouse here): configuration, file modes, disk space, keys, database, ' +
    'schema, role, clocks, Redis, identity provider, app service, and both addresses. With openhouse login: the kept ' +
    'sessions, their modes and ends, and whether the portal takes them. Changes nothing and shows no secret. Exits with 1 ' +
    'when something is broken; warnings alone are 0.',
  arguments: [],
  options: [
    portalOption,
    { flags: '--store', description: 'looks at the installation even where nothing names one' },
    dataDirOption,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse doctor', does: 'checks this installation, or this machine’s session' },
    { call: 'openhouse doctor --json', does: 'one JSON object a check' },
  ],
  calls: [getUser.name],
  // What it looks with comes with the service's own code.
  run: async (invocation, world) => (await import('../doctor/examine.ts')).examine(invocation, world),
};

import type { Config } from '../../config/config.ts';
import { ringsIfThere } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { whoHoldsKeys } from '../keys/look-at-keys.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const CHECK = 'keys of the processes';

/** Whether every process that runs has the keys of this configuration (decision 0139). */
export async function examineKeyHolders(config: Config, database: Database): Promise<Finding[]> {
  const keys = await whoHoldsKeys(database, await ringsIfThere(config));
  const differing = keys.filter((key) => key.differing.length > 0);
  if (differing.length > 0) {
    const says = differing.map(
      ({ ring, number, differing: by }) => `key ${number} of ${ring} is another one at ${by.join(', ')}`,
    );
    return [
      broken(CHECK, `${says.join('; ')}.`, 'Give every process the same rings, and restart those that have others.'),
    ];
  }
  const lacking = keys.filter((key) => key.lacking.length > 0);
  if (lacking.length > 0) {
    const says = lacking.map(
      ({ ring, number, lacking: by }) => `key ${number} of ${ring} is not known at ${by.join(', ')}`,
    );
    return [
      warning(CHECK, `${says.join('; ')}.`, 'Give every process the same rings, and restart those that lack a key.'),
    ];
  }
  return [ok(CHECK, 'Every process that runs has the keys of this configuration.')];
}

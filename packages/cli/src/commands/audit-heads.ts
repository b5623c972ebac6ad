import { type Command, jsonOption, UsageError } from '../command.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';
import { told } from '../told.ts';

/** Where a chain ended when it was looked. */
interface KeptHead {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
}

/** `openhouse audit heads` (decision 0157). */
export const auditHeads: Command = {
  name: 'audit heads',
  summary: 'Print where every audit chain ends, to be kept outside the database.',
  description:
    'One JSON object per line: time, chain, number and hash of its last entry. Whoever takes over the database can rewrite a chain so that it verifies; openhouse audit verify --heads compares it with what was kept. AUDIT_HEADS_TO has the service send the same by itself. Works on the store only.',
  arguments: [],
  options: [dataDirOption, jsonOption],
  examples: [{ call: 'openhouse audit heads >> heads.jsonl', does: 'keeps the heads of today' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ server, database }) => {
      const at = new Date().toISOString();
      for (const head of await server.headsOfChains(database)) {
        world.stdout.write(`${JSON.stringify({ at, ...head })}\n`);
      }
      return 0;
    }),
};

/** Heads as they were printed, or sent by the service. @throws {UsageError} for a line that is not a head. */
export function keptHeads(text: string, file: string): KeptHead[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const { chain, number, hash } = JSON.parse(line) as KeptHead;
      if (typeof chain === 'string' && Number.isSafeInteger(number) && typeof hash === 'string') {
        return [{ chain, number, hash }];
      }
    } catch {
      // Said below.
    }
    throw new UsageError(told`Line ${index + 1} of ${file} is not a head as audit heads prints it.`);
  });
}

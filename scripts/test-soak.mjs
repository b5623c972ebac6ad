// `npm run test:soak -- --minutes 120 --seed 7 --out folder`: the soak of e2e/soak, for as long as is said.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string' },
    out: { type: 'string', default: 'artefacts/soak' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes takes a number greater than 0, not ${values.minutes}.`);
  process.exit(2);
}
const env = {
  ...process.env,
  OPENHOUSE_REQUIRE_SERVICES: '1',
  SOAK_MINUTES: String(minutes),
  SOAK_OUT: resolve(values.out),
  ...(values.seed !== undefined && { SOAK_SEED: values.seed }),
};
const program = fileURLToPath(new URL('test.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [program, '--heavy', 'e2e/soak'], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;

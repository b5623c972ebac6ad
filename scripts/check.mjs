// `npm run check`: everything that can be said about the code without running it.
import { ensureReady } from './ensure/ready.mjs';
import { runChecks } from './test/checks.mjs';

const installed = (await ensureReady({ build: false })) === 0;
const outcome = installed ? await runChecks() : { failed: 1 };
process.exitCode = outcome.failed === 0 ? 0 : 1;

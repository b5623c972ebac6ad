#!/usr/bin/env node
import { once } from 'node:events';
import { run } from './run.ts';

const { env, stdout, stderr } = process;

process.exitCode = await run(process.argv.slice(2), {
  env,
  stdout,
  stderr,
  untilStopped: async () => {
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  },
});

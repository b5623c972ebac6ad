#!/usr/bin/env node
import { loadSparingly, tooFewAddresses, tooFewDescriptors } from '@openhouse/server/load-program';

const lack = tooFewDescriptors() ?? tooFewAddresses();
if (lack !== undefined) {
  process.stderr.write(`openhouse: ${lack}\n`);
  process.exit(2);
}
loadSparingly(import.meta.url, './main.js');
const { main } = await import('./main.ts');
await main(process.env);

// Threads of Node.js 20 read no TypeScript: where the sources run, in tests and development, a thread starts here.
import { register } from 'tsx/esm/api';

register();
await import('./face-worker.main.ts');

/** Sends the webhooks of a database in a process of its own, until it is killed. */
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../kernel/database/open-database.ts';
import { outsideFetch } from '../kernel/http/outside-fetch.ts';
import { sendWebhooks } from '../portal/webhooks/send-webhooks.ts';

export interface WebhookOrder {
  readonly databaseUrl: string;
  /** Key of 32 bytes, in hexadecimal. */
  readonly key: string;
  readonly leaseS: number;
  readonly attemptMs: number;
  readonly allowedHosts: readonly string[];
  /** What every name stands for here. */
  readonly address: string;
}

const LOOK_MS = 20;

async function work({ databaseUrl, key, leaseS, attemptMs, allowedHosts, address }: WebhookOrder): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, maxConnections: 8, statementTimeoutMs: 20_000 });
  const fetching = outsideFetch({
    allowedHosts,
    lookup: (_, options, callback) => {
      if (options.all === true) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    },
  });
  const keys = [{ id: 1, key: Buffer.from(key, 'hex') }];
  const { signal } = new AbortController();
  const onOutcome = (outcome: string, reason: string) => process.send?.({ outcome, reason });
  for (;;) {
    await sendWebhooks({ database, keys, fetching, nowMs: Date.now, onOutcome, leaseS, attemptMs }, signal);
    await pause(LOOK_MS);
  }
}

process.on('message', (order: WebhookOrder) => {
  work(order).catch((error: unknown) => {
    process.send?.({ outcome: 'broken', reason: String(error) });
  });
});
// A parent that is gone leaves nobody behind.
process.on('disconnect', () => process.exit());

import { randomUUID } from 'node:crypto';
import { type AppRequest, createApp, type DeveloperApp, listApps } from '@openhouse/contract';
import { Refusal } from '../command.ts';
import type { World } from '../world.ts';
import type { PortalCaller } from './portal-caller.ts';

/** Milliseconds between two polls. */
const POLL_MS = 500;

/**
 * Asks for an app and waits for it.
 * @param waitS Seconds to wait; 0 returns the request as it was saved.
 * @throws {Refusal} when it is not completed in time; the portal still completes it later.
 */
export async function requestApp(
  portal: PortalCaller,
  name: string,
  waitS: number,
  { sleep }: Pick<World, 'sleep'>,
): Promise<AppRequest | DeveloperApp> {
  const { request } = await portal.call(createApp, { body: { name, idempotencyKey: randomUUID() } });
  for (let waitedMs = 0; waitedMs < waitS * 1000; waitedMs += POLL_MS) {
    // By slot: another app may have the same name.
    const app = (await portal.call(listApps, {})).apps.find(({ slot }) => slot === request.slot);
    if (app !== undefined) return app;
    await sleep(POLL_MS);
  }
  if (waitS === 0) return request;
  throw new Refusal(
    'UNAVAILABLE',
    `The app was not ready within ${waitS} s. It is still being created: check with openhouse apps.`,
    4,
  );
}

import { randomUUID } from 'node:crypto';
import { type AppRequest, createApp, type DeveloperApp, listApps } from '@openhouse/contract';
import { Refusal } from '../command.ts';
import { told } from '../told.ts';
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
  world: Pick<World, 'sleep'>,
): Promise<AppRequest | DeveloperApp> {
  const { request } = await portal.call(createApp, { body: { name, idempotencyKey: randomUUID() } });
  return waitS === 0 ? request : requestedApp(portal, request, waitS, world);
}

/**
 * Waits for an app that was asked for.
 * @throws {Refusal} as `requestApp`
 */
export async function requestedApp(
  portal: PortalCaller,
  { slot: taken }: Pick<AppRequest, 'slot'>,
  waitS: number,
  { sleep }: Pick<World, 'sleep'>,
): Promise<DeveloperApp> {
  for (let waitedMs = 0; waitedMs < waitS * 1000; waitedMs += POLL_MS) {
    // By slot: another app may have the same name.
    const app = (await portal.call(listApps, {})).apps.find(({ slot }) => slot === taken);
    if (app !== undefined) return app;
    await sleep(POLL_MS);
  }
  throw new Refusal(
    'UNAVAILABLE',
    told`The app was not ready within ${waitS} s. It is still being created: check with openhouse apps.`,
    4,
  );
}

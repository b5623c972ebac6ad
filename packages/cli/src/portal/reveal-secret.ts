import { createHash } from 'node:crypto';
import { type BotCheckChallenge, botCheckChallenge, listSecrets, revealSecret } from '@openhouse/contract';
import { Refusal } from '../command.ts';
import { told } from '../told.ts';
import type { PortalCaller } from './portal-caller.ts';

/**
 * Reveals a secret through the same guard as the page (decision 0047).
 * @param named Number of the version; undefined for the newest.
 * @throws {Refusal} also if the portal uses a bot check that needs a browser.
 */
export async function revealedSecret(
  portal: PortalCaller,
  appKey: string,
  named: string | undefined,
): Promise<{ readonly version: number; readonly secret: string }> {
  const version = named ?? String(await newestVersion(portal, appKey));
  const botCheck = solvedBotCheck(await portal.call(botCheckChallenge, {}));
  const params = { app_key: appKey, version };
  const { secret } = await portal.call(revealSecret, { params, body: { botCheck } });
  return { version: Number(version), secret };
}

async function newestVersion(portal: PortalCaller, appKey: string): Promise<number> {
  const { secrets } = await portal.call(listSecrets, { params: { app_key: appKey } });
  const [newest] = secrets;
  if (newest === undefined) throw new Refusal('SECRET_NOT_FOUND', told`The app has no live secret. Rotate it.`);
  return newest.version;
}

/** Solves a proof-of-work challenge, as the page does. */
function solvedBotCheck(asked: BotCheckChallenge): string {
  if (asked.kind !== 'altcha') {
    throw new Refusal(
      'BOT_CHECK_FAILED',
      told`This portal checks with ${asked.kind}, which needs a browser. Reveal the secret on the page of the app.`,
    );
  }
  const { algorithm, challenge, salt, signature, maxnumber } = asked;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  }
  throw new Refusal('BOT_CHECK_FAILED', told`The portal sent a bot check without an answer. Try again.`, 4);
}

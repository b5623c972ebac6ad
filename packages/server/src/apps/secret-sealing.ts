import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { open, seal } from '../kernel/keys/sealing.ts';

/** Identifies a secret. A sealed secret opens for exactly this Team, app and version (decision 0033). */
export interface SecretPlace {
  /** Ids in digits. */
  readonly teamId: string;
  readonly appId: string;
  readonly version: number;
}

const purposeOf = ({ teamId, appId, version }: SecretPlace) => `app_secret:${teamId}|${appId}|${version}`;

export function sealSecret(keys: KeyRing, place: SecretPlace, appSecret: string): Buffer {
  return seal(keys, purposeOf(place), Buffer.from(appSecret));
}

/** @returns The secret, or undefined when no key of the ring opens it for this Team, app and version. */
export function openSecret(keys: KeyRing, place: SecretPlace, sealed: Buffer): string | undefined {
  return open(keys, purposeOf(place), sealed)?.toString();
}

/** Random bytes of a key: no two actions have the same one. */
const KEY_BYTES = 16;

/** @returns What one action is known by, however often its request is sent (decision 0096). */
export function actionKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

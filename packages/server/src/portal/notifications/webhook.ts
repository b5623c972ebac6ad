import { providerFetch } from '../identity/provider-fetch.ts';
import { withoutSecrets } from './rules.ts';

/** Milliseconds that a notification may take. */
const TIMEOUT_MS = 5000;

/**
 * Tells a chat by its incoming webhook: `POST {"text": …}`. Best effort: nobody waits for it, and what it could not tell
 * is logged, not repeated.
 * @param url null tells nobody.
 */
export function webhookNotifier(url: string | null, onFailed: (reason: string) => void): (message: string) => void {
  if (url === null) return () => undefined;
  return (message) => {
    const body = JSON.stringify({ text: withoutSecrets(message) });
    providerFetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, TIMEOUT_MS)
      .then(({ status }) => {
        if (status >= 300) onFailed(`it answered with HTTP ${status}`);
      })
      .catch((error: unknown) => onFailed(error instanceof Error ? error.message : 'it could not be reached'));
  };
}

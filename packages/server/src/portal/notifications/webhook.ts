import { providerFetch } from '../identity/provider-fetch.ts';
import { withoutMarkup, withoutSecrets } from './rules.ts';

/** Milliseconds that a notification may take. */
const TIMEOUT_MS = 5000;

/**
 * Notifies a chat through its incoming webhook: `POST {"text": …}`. Names in it are chosen by strangers, so all of it is plain text.
 * Best effort: no caller waits for it, and a failure is logged, not retried.
 * @param url null notifies nobody.
 * @param fetching `outsideFetch` where the address must be on the internet.
 */
export function webhookNotifier(
  url: string | null,
  onFailed: (reason: string) => void,
  fetching = fetch,
): (message: string) => void {
  if (url === null) return () => undefined;
  return (message) => {
    const body = JSON.stringify({ text: withoutMarkup(withoutSecrets(message)) });
    providerFetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, TIMEOUT_MS, fetching)
      .then(({ status }) => {
        if (status >= 300) onFailed(`it answered with HTTP ${status}`);
      })
      .catch((error: unknown) => onFailed(error instanceof Error ? error.message : 'it could not be reached'));
  };
}

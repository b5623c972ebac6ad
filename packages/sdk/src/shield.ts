/** Secrets and tokens remembered: two of each during a rotation, and those of calls still under way. */
const MOST_REMEMBERED = 8;
/** Characters of a gateway's sentence that an error repeats. */
const LONGEST_TEXT = 500;
/** Shorter ones would be found in any text; secrets of apps are far longer. */
const SHORTEST_SECRET = 8;
const HIDDEN = '[hidden]';

/** Knows what must not appear anywhere, and keeps it out of texts that come from outside (decision 0052). */
export interface Shield {
  /** Remembers a secret. */
  add(secret: string): void;
  /** Whether a text holds a secret. */
  finds(text: string): boolean;
  /** A text fit for an error: without secrets and control characters, of bounded length; empty for anything else. */
  clean(text: unknown): string;
}

export function secretShield(): Shield {
  let secrets: string[] = [];
  const finds = (text: string) => secrets.some((secret) => text.includes(secret));
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET) return;
      const forms = [secret, encodeURIComponent(secret)];
      secrets = [...new Set([...forms, ...secrets])].slice(0, 2 * MOST_REMEMBERED);
    },
    finds,
    clean(text) {
      if (typeof text !== 'string') return '';
      const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they could forge lines of a log.
      return hidden.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, LONGEST_TEXT);
    },
  };
}

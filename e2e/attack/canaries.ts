/** Shortest part of a secret whose finding says anything, in characters. */
const PART = 16;

/** What turns the bytes of a secret into a text that may stand somewhere. */
export const encodings: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  'as it is': (secret) => [secret],
  'as JSON': (secret) => [JSON.stringify(secret).slice(1, -1)],
  'as JSON in JSON': (secret) => [JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
  'for URLs': (secret) => [encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase(), formEncoded(secret)],
  'in base64': (secret) => base64Inside(Buffer.from(secret)),
  'in base64url': (secret) => base64Inside(Buffer.from(secret)).map(asUrl),
  'in hex': (secret) => [Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('hex').toUpperCase()],
};

const asUrl = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');
const formEncoded = (secret: string): string => new URLSearchParams({ s: secret }).toString().slice(2);

/** How bytes look inside of something longer that was encoded as a whole, wherever it begins: without what its neighbours reach. */
function base64Inside(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const begin = shift === 0 ? 0 : 4;
    // Six bits a character: the last one may hold bits of what follows.
    return text.slice(begin, Math.floor(((shift + bytes.length) * 8) / 6));
  });
}

/** A text, and what somebody reads in it who reverses the escapes of JSON, of addresses or of HTML. */
function readingsOf(text: string): string[] {
  const json = text
    .replaceAll(/\\+u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\+(["\\/])/g, '$1');
  const address = text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  );
  const html = text
    .replaceAll(/&#(?:x([0-9a-fA-F]+)|(\d+));/g, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(Math.min(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), 0x10_ff_ff)),
    )
    .replaceAll(/&(quot|amp|lt|gt|apos);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
  return [...new Set([text, json, address, html])];
}
const ENTITIES = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" } as const;

/** A secret that must not be read. */
export interface Canary {
  readonly name: string;
  readonly secret: string;
  /** Nothing else begins or ends like it, so that either half is a find. */
  readonly isRandom?: true;
  /** What it is the base64url of is a secret too. */
  readonly isBytes?: true;
}

function textsOf({ secret, isRandom, isBytes }: Canary): Map<string, string> {
  const half = Math.ceil(secret.length / 2);
  const parts = isRandom && half >= PART ? [secret, secret.slice(0, half), secret.slice(half)] : [secret];
  const texts = parts.flatMap((part) =>
    Object.entries(encodings).flatMap(([how, encode]) => encode(part).map((text) => [text, how] as const)),
  );
  if (isBytes) {
    const bytes = Buffer.from(secret, 'base64url');
    for (const text of [bytes.toString('hex'), ...base64Inside(bytes)]) texts.push([text, 'as bytes']);
  }
  return new Map(texts.filter(([text]) => text.length >= PART / 2).toReversed());
}

/** A secret that was read. */
export interface Find {
  readonly canary: string;
  readonly place: string;
  readonly how: string;
  /** What stands before it, for whoever mends it. */
  readonly behind: string;
}

/** Where any of the secrets can be read, in any form, whole or half. */
export function findCanaries(canaries: readonly Canary[], places: ReadonlyMap<string, string>): Find[] {
  const finds: Find[] = [];
  const sought = canaries.map((canary) => ({ canary, texts: [...textsOf(canary)] }));
  for (const [place, written] of places) {
    for (const reading of readingsOf(written)) {
      for (const { canary, texts } of sought) {
        const found = texts.find(([text]) => reading.includes(text));
        if (found === undefined) continue;
        const at = reading.indexOf(found[0]);
        const behind = reading.slice(Math.max(0, at - 80), at).replaceAll('\n', ' ');
        if (!finds.some((one) => one.place === place && one.canary === canary.name)) {
          finds.push({ canary: canary.name, place, how: found[1], behind });
        }
      }
    }
  }
  return finds;
}

/** Numbered keys of 32 bytes; the first seals or signs, all of them open or verify. */
export type KeyRing = readonly { readonly id: number; readonly key: Buffer }[];

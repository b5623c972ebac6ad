/** A name in both languages of the portal. */
export interface LocalName {
  readonly en: string;
  readonly zh: string;
}

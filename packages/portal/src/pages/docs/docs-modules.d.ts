/** Made from docs/ and the contract when the pages are built (build/docs-plugin.ts). */
declare module 'virtual:docs' {
  type Language = import('../../languages/messages.ts').Language;

  export const contents: { readonly [Key in Language]: import('./doc-page.ts').DocContents };
  /** By slug; a page is loaded when it is read. */
  export const pages: {
    readonly [Key in Language]: Readonly<
      Record<string, () => Promise<{ readonly page: import('./doc-page.ts').DocPage }>>
    >;
  };
  /** The stored search index of each language, loaded with the first search. */
  export const indexes: { readonly [Key in Language]: () => Promise<{ readonly index: string }> };
}

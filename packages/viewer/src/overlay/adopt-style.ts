const sheets = new Map<string, CSSStyleSheet>();

/**
 * Gives the document or shadow tree of an element a style, once. Style sheets that a script makes pass a content security
 * policy that refuses inline ones.
 */
export function adoptStyle(element: Element, style: string): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  let sheet = sheets.get(style);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    sheets.set(style, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** A style sheet belongs to the document that it was made in. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();
const stylesOf = new WeakMap<Node, Set<string>>();

/**
 * Gives the document or shadow tree of an element a style, once. Style sheets that a script makes pass a content security
 * policy that refuses inline ones.
 */
export function adoptStyle(element: Element, style: string): void {
  const root = element.getRootNode();
  if (!isTree(root)) {
    whenInPage(element, () => adoptStyle(element, style));
    return;
  }
  const styles = stylesOf.get(root) ?? new Set();
  stylesOf.set(root, styles.add(style));
  const sheet = sheetOf(root.ownerDocument ?? (root as Document), style);
  if (sheet !== undefined && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** Whether it is what style sheets belong to; an element that is in no page is the root of its own nodes. */
const isTree = (root: Node): root is Document | ShadowRoot => 'adoptedStyleSheets' in root;

/** Widgets are often built before they are put into the page: an element there has a size, which it had not before. */
function whenInPage(element: Element, run: () => void): void {
  const sizes = new ResizeObserver(() => {
    if (!element.isConnected) return;
    sizes.disconnect();
    run();
  });
  sizes.observe(element);
}

/** Styles a shadow tree that came to another document, where it has none of its style sheets. */
export function adoptStylesAgain(root: ShadowRoot): void {
  for (const style of stylesOf.get(root) ?? []) {
    const sheet = sheetOf(root.ownerDocument, style);
    if (sheet !== undefined) root.adoptedStyleSheets.push(sheet);
  }
}

/** @returns Undefined in a document that no window shows. */
function sheetOf(document: Document, style: string): CSSStyleSheet | undefined {
  const made = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, made);
  const found = made.get(style);
  if (found !== undefined || document.defaultView === null) return found;
  const sheet = new document.defaultView.CSSStyleSheet();
  sheet.replaceSync(style);
  made.set(style, sheet);
  return sheet;
}

const TEXT_NODE = 3;

/**
 * A browser that translates a page puts a `font` element where each text was. React keeps the text and goes on with it:
 * taking it away fails and breaks the page, and changing it changes nothing that anybody sees. So a text that React moves,
 * takes away or changes is put back first, and translated again as it then is (decision 0243).
 */
export function withstandTranslation({ Node, MutationObserver, document }: Window & typeof globalThis): void {
  const standIns = new WeakMap<Node, ChildNode>();
  /** Texts that React took away itself: what stands beside their place is no stand-in of theirs. */
  const taken = new WeakSet<Node>();

  function putBack(node: Node | null): void {
    if (node?.nodeType !== TEXT_NODE) return;
    if (!node.isConnected) standIns.get(node)?.replaceWith(node);
    standIns.delete(node);
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.appendChild = function <Given extends Node>(given: Given): Given {
    putBack(given);
    return appendChild.call(this, given) as Given;
  };
  Node.prototype.insertBefore = function <Given extends Node>(given: Given, before: Node | null): Given {
    putBack(given);
    putBack(before);
    return insertBefore.call(this, given, before) as Given;
  };
  Node.prototype.removeChild = function <Given extends Node>(given: Given): Given {
    putBack(given);
    if (given.nodeType === TEXT_NODE) taken.add(given);
    return removeChild.call(this, given) as Given;
  };

  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, addedNodes, previousSibling } of records) {
      if (type === 'characterData') putBack(target);
      for (const node of removedNodes) {
        if (node.nodeType !== TEXT_NODE || node.isConnected || taken.delete(node)) continue;
        // Put in its place at once, or before it and then left alone there.
        const standIn = addedNodes[0] ?? previousSibling;
        if (standIn?.nodeName !== 'FONT') continue;
        standIns.set(node, standIn as ChildNode);
        observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

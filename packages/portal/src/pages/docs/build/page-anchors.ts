import type { Block, DocPage, Inline } from '../doc-page.ts';

/** Anchors of an operation's page, the same for all of them. */
const operationSections = ['request', 'payload', 'example', 'failures'] as const;

/** @returns What a link to this page may name behind its `#`. */
export function anchorsOn(page: DocPage): ReadonlySet<string> {
  switch (page.kind) {
    case 'written':
      return new Set(page.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])));
    case 'operation':
      return new Set(operationSections);
    case 'operations':
      return new Set(page.groups.map(({ name }) => name.toLowerCase()));
    case 'errors':
      return new Set([
        'gateway',
        'portal',
        ...page.gateway.map(({ status }) => status),
        ...page.portal.map(({ code }) => code),
      ]);
  }
}

/** @returns Where the links of a page lead. */
export function linksOn(page: DocPage): readonly string[] {
  return page.kind === 'written' ? [...linksIn(page.lede), ...page.blocks.flatMap(linksOfBlock)] : [];
}

function linksOfBlock(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return linksIn(block.text);
    case 'list':
      return block.items.flat().flatMap(linksOfBlock);
    case 'table':
      return [block.head, ...block.rows].flat().flatMap(linksIn);
    case 'note':
      return block.blocks.flatMap(linksOfBlock);
    case 'code':
      return [];
  }
}

function linksIn(pieces: readonly Inline[]): readonly string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string' || 'code' in piece) return [];
    if ('strong' in piece) return linksIn(piece.strong);
    if ('emphasis' in piece) return linksIn(piece.emphasis);
    return [piece.link];
  });
}

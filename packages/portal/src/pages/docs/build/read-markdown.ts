import { marked, type Token, type Tokens } from 'marked';
import type { Block, WrittenPage } from '../doc-page.ts';
import { plainText } from '../plain-text.ts';
import { standsBeside, tabOf } from './fence.ts';
import { inlineOf, type ResolveLink } from './inline.ts';

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Reads a page. It begins with its title; the paragraph below is its lede.
 * @param resolve Where links lead.
 * @param anchors Anchors of the headings in their order, for a translation; otherwise made from the headings.
 */
export function readMarkdown(text: string, resolve: ResolveLink, anchors?: readonly string[]): WrittenPage {
  const tokens = marked.lexer(text).filter((token) => !isComment(token));
  const [first, ...rest] = tokens.filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading' || (first as Tokens.Heading).depth !== 1)
    throw new Error('A page begins with "# Title".');
  const [second] = rest;
  const hasLede = second?.type === 'paragraph';
  let headings = 0;
  const anchor = (heading: string) => anchors?.[headings++] ?? anchorOf(heading);
  return {
    kind: 'written',
    title: plainText(inlineOf((first as Tokens.Heading).tokens, resolve)),
    lede: hasLede ? inlineOf((second as Tokens.Paragraph).tokens, resolve) : [],
    blocks: blocksOf(hasLede ? rest.slice(1) : rest, resolve, anchor),
  };
}

/** Generated pages say so in a comment. */
const isComment = ({ type, raw }: Token) => type === 'html' && raw.trim().startsWith('<!--');

type Anchor = (heading: string) => string;

function blocksOf(tokens: readonly Token[], resolve: ResolveLink, anchor: Anchor): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    if (token.type === 'code') addCode(blocks, token as Tokens.Code);
    else blocks.push(blockOf(token, resolve, anchor));
  }
  return blocks;
}

function addCode(blocks: Block[], { lang = '', text }: Tokens.Code): void {
  const tab = tabOf(lang === '' ? 'text' : lang, text);
  const last = blocks.at(-1);
  if (last?.kind === 'code' && standsBeside(last.tabs, tab)) {
    blocks[blocks.length - 1] = { kind: 'code', tabs: [...last.tabs, tab] };
  } else blocks.push({ kind: 'code', tabs: [tab] });
}

function blockOf(token: Token, resolve: ResolveLink, anchor: Anchor): Block {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      if (depth !== 2 && depth !== 3) throw new Error(`Headings are of level 2 or 3: ${token.raw}`);
      const text = inlineOf(tokens, resolve);
      return { kind: 'heading', level: depth, id: anchor(plainText(text)), text };
    }
    case 'paragraph':
    case 'text':
      return { kind: 'paragraph', text: inlineOf((token as Tokens.Paragraph).tokens ?? [token], resolve) };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { kind: 'list', ordered, items: items.map(({ tokens }) => blocksOf(tokens, resolve, anchor)) };
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlineOf(cell.tokens, resolve));
      return { kind: 'table', head: cells(header), rows: rows.map(cells) };
    }
    case 'blockquote':
      return { kind: 'note', blocks: blocksOf((token as Tokens.Blockquote).tokens, resolve, anchor) };
    default:
      throw new Error(`The docs do not use ${token.type}: ${token.raw}`);
  }
}

/** @returns The anchors of a page's headings, in their order. */
export function anchorsOf({ blocks }: WrittenPage): readonly string[] {
  return blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
}

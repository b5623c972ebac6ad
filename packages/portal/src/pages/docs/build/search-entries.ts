import type { PayloadField } from '@openhouse/contract';
import type { Block, DocPage } from '../doc-page.ts';
import { plainText } from '../plain-text.ts';
import type { SearchEntry } from '../search/search-index.ts';
import { PROGRAM_FILES } from './read-docs.ts';

/** @returns The places of a page that a search can lead to: its beginning and each of its headings. */
export function searchEntries(slug: string, page: DocPage): readonly SearchEntry[] {
  const { title } = page;
  const about = `${slug} ${page.kind === 'written' ? plainText(page.lede) : ''}`;
  const place = (anchor: string, heading: string, text: string): SearchEntry => ({
    id: anchor === '' ? slug : `${slug}#${anchor}`,
    title,
    about,
    heading,
    text,
  });
  switch (page.kind) {
    case 'written':
      return writtenEntries(page, place);
    case 'operation': {
      const { name, path, description, inputs } = page;
      const takes = inputs.map(({ name: input, takes: words }) => `${input}: ${words}`).join(' ');
      return [
        place('', '', `${description} ${path} ${name} ${takes}`),
        place('payload', 'data', page.fields.map(fieldText).join(' ')),
      ];
    }
    case 'operations':
      return [
        place(
          '',
          '',
          [...page.groups.map(({ name, description }) => `${name}: ${description}`), ...PROGRAM_FILES].join(' '),
        ),
      ];
    case 'errors':
      return [
        ...page.gateway.map(({ status, message, advice }) => place(status, status, `${message} ${advice}`)),
        ...page.portal.map(({ code, message, advice }) => place(code, code, `${message} ${advice}`)),
      ];
  }
}

const fieldText = ({ name, description, fields }: PayloadField): string =>
  [`${name}: ${description}`, ...fields.map(fieldText)].join(' ');

function writtenEntries(
  { lede, blocks }: Extract<DocPage, { kind: 'written' }>,
  place: (anchor: string, heading: string, text: string) => SearchEntry,
): readonly SearchEntry[] {
  const sections: { anchor: string; heading: string; words: string[] }[] = [
    { anchor: '', heading: '', words: [plainText(lede)] },
  ];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ anchor: block.id, heading: plainText(block.text), words: [] });
    else sections.at(-1)?.words.push(textOf(block));
  }
  return sections.map(({ anchor, heading, words }) => place(anchor, heading, words.join(' ')));
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.text);
    case 'list':
      return block.items.flat().map(textOf).join(' ');
    case 'table':
      return block.rows.map((row) => row.map(plainText).join(' ')).join('. ');
    case 'note':
      return block.blocks.map(textOf).join(' ');
    case 'code':
      return block.tabs.map(({ code }) => code).join(' ');
  }
}

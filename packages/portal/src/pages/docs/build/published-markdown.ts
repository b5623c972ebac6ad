import { posix } from 'node:path';

/** Fenced blocks and inline code, in which brackets are no links. */
const CODE = /(^```[\s\S]*?^```|`[^`\n]*`)/m;
const LINK = /\]\(([^)\s]+)\)/g;

/**
 * A page's Markdown as the portal publishes it: links between files of the repository become those of the portal, to Markdown again.
 * @param folder Of the file, below docs/.
 * @param addressOf The address of a file as a page of the portal; undefined when there is none.
 */
export function publishedMarkdown(
  text: string,
  folder: string,
  addressOf: (file: string) => string | undefined,
): string {
  const published = (href: string) => {
    if (/^(\w+:|#|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const address = addressOf(posix.join(folder, path));
    if (address === undefined) throw new Error(`docs/${folder}: the portal has nothing for the link to ${href}.`);
    const file = posix.extname(address) === '' ? `${address}.md` : address;
    return anchor === undefined ? file : `${file}#${anchor}`;
  };
  return text
    .split(new RegExp(CODE, 'gm'))
    .map((part) => (CODE.test(part) ? part : part.replace(LINK, (_, href: string) => `](${published(href)})`)))
    .join('');
}

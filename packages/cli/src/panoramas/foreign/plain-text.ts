import { type Filled, told } from '../../told.ts';

/** What a text in HTML says. */
export interface PlainText {
  /** Without tags, on lines. */
  readonly text: string;
  /** The first address that it leads to; empty for none. */
  readonly url: string;
  /** What else was in it, a word each. */
  readonly lost: readonly Filled[];
}

/** What HTML may have beside words; each expression stays linear in the text. */
const OTHERS: readonly (readonly [word: Filled, tag: RegExp])[] = [
  [told`pictures`, /<(?:img|svg|picture|canvas)\b/i],
  [told`films, sounds or pages`, /<(?:video|audio|iframe|object|embed)\b/i],
  [told`forms`, /<(?:form|input|button|select|textarea)\b/i],
];

const FURTHER = told`further addresses`;

export function readHtml(html: string): PlainText {
  const addresses = [...html.matchAll(/<a\b[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi)].map(
    ([, ...found]) => httpUrl(unescaped(found.find((one) => one !== undefined) ?? '')),
  );
  const [url = '', ...more] = new Set(addresses.filter((one) => one !== ''));
  const lost = OTHERS.filter(([, tag]) => tag.test(html)).map(([word]) => word);
  return { text: plainText(html), url, lost: more.length === 0 ? lost : [...lost, FURTHER] };
}

/** Text of HTML without its tags, on lines. */
export const plainText = (html: string): string =>
  unescaped(
    html
      .replaceAll(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, '')
      .replaceAll(/<!--[^<>]*-->/g, '')
      // Lines of the source are no lines of the text.
      .replaceAll(/[\r\n]+/g, (line) => (/<[a-z]/i.test(html) ? ' ' : line))
      .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\b[^<>]*>/gi, '\n')
      .replaceAll(/<[a-z/!][^<>]*>/gi, ''),
  )
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** An address that anybody may be led to: of the web; empty for any other. */
export const httpUrl = (text: string): string => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : '');

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d?));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });

/** Names of HTML for the characters from 160 to 255, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute ' +
  'THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(160 + at)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', hellip: '…' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•' }),
]);

/** What a piece of code is, as far as its colour goes. */
export type TokenKind = 'comment' | 'string' | 'keyword' | 'number' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Languages the portal shows examples in. */
export type CodeLanguage = 'shell' | 'typescript' | 'python' | 'json';

const keywords: { readonly [Key in CodeLanguage]: string } = {
  shell: 'curl|npm|npx|export|jq',
  typescript: 'import|from|const|await|new|if|throw|return|async|function|export',
  python: 'import|from|as|if|raise|return|def|print',
  json: 'true|false|null',
};

/** A `#` inside a word or an address is none of the shell's comments. */
const comments: { readonly [Key in CodeLanguage]: string } = {
  shell: '(?<![^\\s])#[^\\n]*',
  typescript: '\\/\\/[^\\n]*',
  python: '(?<![^\\s])#[^\\n]*',
  json: '(?!)',
};

/** Numbers of a shell example are ports and parts of words. */
const numbers: { readonly [Key in CodeLanguage]: string } = {
  shell: '(?!)',
  typescript: '\\b\\d[\\d_.]*\\b',
  python: '\\b\\d[\\d_.]*\\b',
  json: '-?\\b\\d[\\d_.]*\\b',
};

/** @returns The code in pieces; put together again they are the code. Good for short examples, not a parser. */
export function highlight(code: string, language: CodeLanguage): Token[] {
  const pattern = new RegExp(
    `(?<comment>${comments[language]})|(?<string>"[^"\\n]*"|'[^'\\n]*'|\`[^\`]*\`)|(?<keyword>\\b(?:${keywords[language]})\\b)|(?<number>${numbers[language]})`,
    'g',
  );
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as TokenKind;
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}

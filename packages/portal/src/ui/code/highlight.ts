/** What a piece of code is, as far as its colour goes. */
export type TokenKind = 'comment' | 'string' | 'keyword' | 'number' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Languages the portal shows examples in. */
export type CodeLanguage = 'shell' | 'typescript' | 'python' | 'json' | 'html' | 'text';

const keywords: { readonly [Key in CodeLanguage]: string } = {
  shell: 'curl|npm|npx|node|python3|export|jq|openhouse',
  typescript: 'import|from|const|let|await|new|if|else|for|of|throw|try|catch|return|async|function|export|instanceof',
  python:
    'import|from|as|if|elif|else|for|in|is|not|and|or|while|with|try|except|raise|return|class|def|None|True|False|print',
  json: 'true|false|null',
  html: 'script|style|link|meta|div|body|head|html|title',
  text: '(?!)',
};

/** A `#` inside a word or an address does not begin a shell comment. */
const comments: { readonly [Key in CodeLanguage]: string } = {
  shell: '(?<![^\\s])#[^\\n]*',
  typescript: '\\/\\/[^\\n]*',
  python: '(?<![^\\s])#[^\\n]*',
  json: '(?!)',
  html: '<!--[\\s\\S]*?-->',
  text: '(?!)',
};

/** Numbers of a shell example are ports and parts of words. */
const numbers: { readonly [Key in CodeLanguage]: string } = {
  shell: '(?!)',
  typescript: '\\b\\d[\\d_.]*\\b',
  python: '\\b\\d[\\d_.]*\\b',
  json: '-?\\b\\d[\\d_.]*\\b',
  html: '(?!)',
  text: '(?!)',
};

/** @returns The code in pieces; put together again they are the code. Good for short examples, not a parser. */
export function highlight(code: string, language: CodeLanguage): Token[] {
  if (language === 'text') return [{ kind: 'plain', text: code }];
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

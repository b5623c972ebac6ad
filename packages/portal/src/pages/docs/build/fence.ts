import type { CodeTab } from '../../../ui/code/code-tab.ts';
import type { CodeLanguage } from '../../../ui/code/highlight.ts';

/** Languages of fences: how the portal names and colours them. */
const languages: Readonly<Record<string, { readonly name: string; readonly language: CodeLanguage }>> = {
  sh: { name: 'Shell', language: 'shell' },
  ts: { name: 'TypeScript', language: 'typescript' },
  js: { name: 'JavaScript', language: 'typescript' },
  python: { name: 'Python', language: 'python' },
  // Coloured as what is like them: a table of words for each would weigh on every page.
  go: { name: 'Go', language: 'typescript' },
  php: { name: 'PHP', language: 'typescript' },
  java: { name: 'Java', language: 'typescript' },
  json: { name: 'JSON', language: 'json' },
  html: { name: 'HTML', language: 'html' },
  env: { name: 'Environment', language: 'shell' },
  text: { name: 'Text', language: 'text' },
};

/** Languages that stand side by side as tabs when their fences follow each other. */
const ALTERNATIVES = new Set(['Shell', 'TypeScript', 'Python']);

/**
 * A fenced block as a tab.
 * @param info What stands behind the fence: a language, then `answer`, `output`, `file=NAME` or `example=OPERATION`.
 */
export function tabOf(info: string, code: string): CodeTab {
  const [word = '', ...marks] = info.split(' ');
  const known = languages[word];
  if (known === undefined)
    throw new Error(`A fence says "${info}"; the docs know ${Object.keys(languages).join(', ')}.`);
  const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);
  const kind = marks.includes('answer') ? 'Answer' : marks.includes('output') ? 'Output' : undefined;
  return { name: file ?? kind ?? known.name, language: known.language, code };
}

/** Whether a further tab may join those before it. */
export function standsBeside(tabs: readonly CodeTab[], next: CodeTab): boolean {
  return [...tabs, next].every(({ name }) => ALTERNATIVES.has(name)) && tabs.every(({ name }) => name !== next.name);
}

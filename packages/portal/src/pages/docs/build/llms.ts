import { type Docs, docLanguages } from './read-docs.ts';

const INTRODUCTION = `# Openhouse

> Tour data for the back ends of integrators: an app key and secret are exchanged for an access token, with which 360°
> tours (viewpoints, panoramas, tags, rulers, routes, room labels, files) are read over plain HTTP.

Every page of the docs is also Markdown. Every answer of the gateway is a JSON envelope: look at the HTTP status and at
\`status\`. The access token is sent raw in \`Authorization\`, without "Bearer". Secret and token stay on servers.`;

/** The list of the docs for language models (llmstxt.org). */
export function llmsText({ contents: { en } }: Docs): string {
  const line = ({ slug, title }: { readonly slug: string; readonly title: string }) => `- [${title}](/docs/${slug}.md)`;
  return [
    INTRODUCTION,
    `## Guides\n\n${en.guides.map(line).join('\n')}`,
    `## Reference\n\n${en.reference.map(line).join('\n')}\n- [OpenAPI 3.1](/openapi.json)`,
    ...en.operations.map(({ name, pages }) => `## Operations: ${name}\n\n${pages.map(line).join('\n')}`),
    '## Optional\n\n- [Everything above in one file](/llms-full.txt)',
  ]
    .join('\n\n')
    .concat('\n');
}

/** The English docs as one text. */
export function llmsFullText({ sources }: Docs): string {
  const pages = [...sources]
    .filter(([path]) => !docLanguages.some((language) => path.startsWith(`${language}/`)))
    .map(([, text]) => text.trim());
  return `${[INTRODUCTION, ...pages].join('\n\n')}\n`;
}

import { variables } from './config.ts';

/** The configuration reference as Markdown, from the declarations themselves. */
export function configurationPage(): string {
  const rows = Object.entries(variables).map(([name, { reader, default: value, meaning }]) =>
    [`\`${name}\``, reader.takes, value === '' ? '' : `\`${value}\``, meaning].map(cell).join(' | '),
  );
  return `# Configuration

Every setting is an environment variable. A wrong one is refused at start, all of them in one message. With
\`APP_ENV=production\` more is demanded: see [going to production](../guides/going-to-production.md).

A secret can also lie in a file: \`LINK_KEYS_FILE=/run/secrets/link-keys\` sets \`LINK_KEYS\`, and so for every variable that
holds a key, a password or a token. \`LEAK_REPORTS_SIGNED_BY\`, which is none, can be given so too.

| variable | takes | default | meaning |
|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}

/** Text escaped for a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

import { variables } from './config.ts';

/** The configuration reference as Markdown, from the declarations themselves. */
export function configurationPage(): string {
  const rows = Object.entries(variables).map(([name, { reader, default: value, meaning }]) =>
    [`\`${name}\``, reader.takes, value === '' ? '' : `\`${value}\``, meaning].map(cell).join(' | '),
  );
  return `# Configuration

Every setting is an environment variable. A wrong one is refused at start, all of them in one message. With
\`APP_ENV=production\` more is demanded: see [going to production](../guides/going-to-production.md).

| variable | takes | default | meaning |
|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}

/** A text inside a table's cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

import type { Command } from './command.ts';
import { commands } from './commands/index.ts';

/** The command reference as Markdown, from the commands themselves. */
export function commandPage(): string {
  return `# The command openhouse

\`npx openhouse <command> --help\` says the same on the spot. Exit status: 0 all done; 1 done in part, or the answer is no;
2 not even tried, for the call or the environment is wrong. Settings of the service are in
[configuration](configuration.md).

${commands.map(section).join('\n')}`;
}

function section({ name, summary, description, arguments: taken, options, examples }: Command): string {
  const words = taken.map(({ name: word, required, variadic }) => {
    const dots = variadic === true ? '...' : '';
    return required ? `<${word}${dots}>` : `[${word}${dots}]`;
  });
  const call = ['openhouse', name, ...(options.length > 0 ? ['[options]'] : []), ...words].join(' ');
  const parameters = [
    ...taken.map((argument) => [argument.name, argument.description]),
    ...options.map((option) => [option.flags, option.description]),
  ];
  const rows = parameters.map((row) => `| \`${row[0]}\` | ${row[1]?.replaceAll('|', '\\|')} |`);
  return [
    `## ${name}\n`,
    `${summary}\n`,
    `\`\`\`\n${call}\n\`\`\`\n`,
    ...(description === undefined ? [] : [`${description}\n`]),
    ...(rows.length === 0 ? [] : [`| parameter | meaning |\n|---|---|\n${rows.join('\n')}\n`]),
    ...examples.map(({ call: example, does }) => `- \`${example}\`: ${does}`),
    '',
  ].join('\n');
}

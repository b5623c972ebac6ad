import { type Command, exitCodes, paragraphsOf } from './command.ts';
import { commands } from './commands/index.ts';
import { TARGET_RULE } from './portal/target-rule.ts';

/** The command reference as Markdown, from the commands themselves. */
export function commandPage(): string {
  return `# The command openhouse

\`npx openhouse <command> --help\` says the same on the spot. Settings of the service are in
[configuration](configuration.md).

## For programs

Results go to standard output, everything else to standard error. With \`--json\` every command writes one JSON object,
or one a line, and a failure is \`{"error": {"code", "message"}}\` on standard error. Nothing is coloured, so \`NO_COLOR\`
has nothing to switch off; where standard error is no terminal there are no progress bars and no questions,
and no progress bars where TERM is dumb.

| exit status | meaning |
|---|---|
${Object.entries(exitCodes)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n')}

Ctrl-C and SIGTERM end a command with \`130\` and \`143\`, as shells show it, or with \`0\` if it runs until it
is stopped, such as \`serve\` and \`listen\`. A command that changes something says what is done and what to
do next; with \`--json\` that is an error with the code \`ENDED\`.

## At a portal or at the store

${TARGET_RULE}

At a portal a command acts as the person of \`openhouse login\`. At the store it acts as the person that \`--as\` names, with
that person's roles and under their name in the audit log; a few commands need nobody and say so.

${commands.map(section).join('\n')}`;
}

function section(command: Command): string {
  const { name, summary, arguments: taken, options, examples } = command;
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
  // The rule stands at the top of the page once.
  const told = paragraphsOf(command).filter((paragraph) => paragraph !== TARGET_RULE);
  return [
    `## ${name}\n`,
    `${summary}\n`,
    `\`\`\`\n${call}\n\`\`\`\n`,
    ...told.map((paragraph) => `${paragraph}\n`),
    ...(rows.length === 0 ? [] : [`| parameter | meaning |\n|---|---|\n${rows.join('\n')}\n`]),
    ...examples.map(({ call: example, does }) => `- \`${example}\`: ${does}`),
    '',
  ].join('\n');
}

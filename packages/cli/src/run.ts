import { readFileSync } from 'node:fs';
import { ConfigError, ImportPathError, StoreError, TeamUnclear, WorkersFailed } from '@openhouse/server';
import { CommanderError, Command as Program } from 'commander';
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts';
import { commands as allCommands } from './commands/index.ts';
import { GatewayRefusal } from './gateway-client.ts';
import { printable } from './printable.ts';
import type { World } from './world.ts';

/** Errors whose message is all that a person needs: what is wrong, and what to do. */
const EXPECTED = [UsageError, GatewayRefusal, ConfigError, StoreError, TeamUnclear, ImportPathError, WorkersFailed];
/** Width of the help where nobody watches. */
const HELP_COLUMNS = 100;

/**
 * Runs one command.
 * @param args What follows `openhouse`.
 */
export async function run(
  args: readonly string[],
  world: World,
  commands: readonly Command[] = allCommands,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = programOf(world);
  for (const command of commands) {
    declare(program, command).action(async (...given: unknown[]) => {
      exitCode = await command.run(invocationOf(command, given), world);
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version end the parse the same way as wrong arguments; commander has said all there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    world.stderr.write(`openhouse: ${printable(sentenceOf(error))}\n`);
    return error instanceof GatewayRefusal ? 1 : 2;
  }
}

function programOf(world: World): Program {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return new Program('openhouse')
    .description('Openhouse: a developer portal and an open data gateway for VR tours.')
    .version(version)
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
      getOutHelpWidth: () => world.stdout.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => world.stderr.columns ?? HELP_COLUMNS,
    })
    .showHelpAfterError('Run it with --help to see what it takes.')
    .exitOverride();
}

function declare(program: Program, command: Command): Program {
  const words = command.name.split(' ');
  const parent = words.slice(0, -1).reduce(groupOf, program);
  const declared = parent
    .command(words.at(-1) ?? '')
    .summary(command.summary)
    .description([command.summary, command.description].filter(Boolean).join('\n\n'));
  for (const { name, description, required, variadic = false } of command.arguments) {
    const dots = variadic ? '...' : '';
    declared.argument(required ? `<${name}${dots}>` : `[${name}${dots}]`, description);
  }
  for (const { flags, description } of command.options) declared.option(flags, description);
  const examples = command.examples.map(({ call, does }) => `  ${call}\n      ${does}`);
  return declared.addHelpText('after', examples.length === 0 ? '' : `\nExamples:\n${examples.join('\n')}`);
}

/** The group of commands with this first word, made when its first command comes. */
function groupOf(program: Program, word: string): Program {
  return program.commands.find((known) => known.name() === word) ?? program.command(word);
}

/** Commander passes the arguments one by one, then the options. */
function invocationOf(command: Command, given: readonly unknown[]): Invocation {
  const count = command.arguments.length;
  const values = given.slice(0, count).flat();
  return {
    arguments: values.filter((value): value is string => typeof value === 'string'),
    options: given[count] as Invocation['options'],
  };
}

function sentenceOf(error: unknown): string {
  if (EXPECTED.some((expected) => error instanceof expected)) return (error as Error).message;
  // Nobody foresaw it: whoever reports it needs to say where it broke.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { jsonLine } from '@openhouse/contract';
import { CommanderError, Command as Program } from 'commander';
import {
  type Command,
  type ExitCode,
  flagOf,
  type Invocation,
  paragraphsOf,
  Refusal,
  saidOf,
  UsageError,
} from './command.ts';
import { commands as allCommands } from './commands/index.ts';
import { givenVariables } from './given-variables.ts';
import { helpItem, WRAPPED_COLUMNS } from './help-item.ts';
import type { Say } from './languages/help-text.ts';
import { speaksChinese } from './languages/locale.ts';
import { columnsOf, wrapChinese } from './languages/wrap-chinese.ts';
import { printable, withHarmlessOutput } from './printable.ts';
import { reachThroughProxies } from './proxies.ts';
import { type Shown, speakerOn } from './results.ts';
import { loadServer } from './server.ts';
import { placeOf, taskOf } from './tasks.ts';
import { Foreign, type Told, told } from './told.ts';
import { version } from './version.ts';
import type { World } from './world.ts';
import { fileSentence } from './write-refusal.ts';

const WHAT_IT_TAKES =
  'Run it with --help to see what it takes. Write -- before a word that begins with - and is no option.';
const OPTIONS_FOLLOW = 'Options stand behind the command, as in openhouse list --json.';
/** Width of the help when the output is no terminal, or one that reports no width. */
const HELP_COLUMNS = 100;
/** What a group of commands does where no other word follows. */
const USUAL = 'list';

/**
 * Runs one command.
 * @param args What follows `openhouse`.
 */
export async function run(
  args: readonly string[],
  outside: World,
  commands: readonly Command<string>[] = allCommands,
): Promise<ExitCode> {
  const whole = withHarmlessOutput(outside);
  const isForProgram = args.includes('--json');
  // What programs read is the same everywhere.
  const chinese = speaksChinese(whole.env) && !isForProgram ? await import('./languages/in-chinese.ts') : undefined;
  const speak = chinese?.toldInChinese;
  const spoken: World = speak === undefined ? whole : { ...whole, language: 'zh', speak };
  if (speak !== undefined) whole.speakAs?.(speak);
  const world: World = { ...spoken, env: givenVariables(whole.env) };
  const inLanguage = chinese?.inChinese ?? same;
  const inWords = speakerOn(world.stderr, world);
  const say: Say = inLanguage;
  let exitCode: ExitCode = 0;
  let begun: Command<string> | undefined;
  const program = programOf(world, isForProgram, inLanguage);
  for (const command of commands.toSorted((one, other) => placeOf(one.name) - placeOf(other.name))) {
    declare(program, command, inLanguage).action(async (...taken: unknown[]) => {
      // The service is told by its configuration whom it reaches, and uses no proxy; doctor looks as the service does.
      if (!['serve', 'doctor'].includes(command.name)) await reachThroughProxies(world);
      const invocation = invocationOf(command, taken);
      refuseEmptyWords(command, invocation);
      if (command.ended !== undefined) world.whenEnded?.({ says: new Foreign(command.ended) });
      begun = command;
      // Its workers read the environment again, so that an empty setting has to mean the same to all of them.
      // Agents read English.
      const given = { serve: spoken, mcp: { ...world, language: undefined, speak: undefined } }[command.name] ?? world;
      exitCode = await command.run(invocation, given);
    });
  }
  // Groups and commands have taken theirs over by now.
  program.showHelpAfterError(say(`Run openhouse --help to see the commands. ${OPTIONS_FOLLOW}`));
  for (const one of program.commands) {
    const task = taskOf(one.name());
    if (task !== undefined) one.helpGroup(headed(say(task), world));
  }
  for (const group of program.commands.filter((one) => one.commands.length > 0)) {
    group.summary(group.commands.map((one) => one.name()).join(', '));
  }
  try {
    await program.parseAsync(withUsual(program, args[0] === FORMER_VERSION ? ['--version'] : args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version end the parse the same way as wrong arguments; commander has already printed the message.
    if (error instanceof CommanderError && (error.exitCode === 0 || !isForProgram)) return error.exitCode === 0 ? 0 : 2;
    world.stderr.write(
      isForProgram
        ? `${jsonLine(await failureOf(error, args, begun))}\n`
        : `openhouse: ${(await sentencesOf(error, begun)).map(inWords).map(printable).join('\n  ')}\n`,
    );
    return await exitCodeOf(error);
  }
}

/** English is what everything is written in. */
const same = (text: string): string => text;

/** A heading of the help. */
const headed = (title: string, { language }: World) => title + (language === undefined ? ':' : '：');

/**
 * @param isForProgram Suppresses commander's messages: `run` prints errors as JSON instead.
 * @param inLanguage Says also what commander says by itself.
 */
function programOf(world: World, isForProgram: boolean, inLanguage: (text: string) => string): Program {
  const say: Say = inLanguage;
  const layout = world.language === undefined ? {} : { boxWrap: wrapChinese, displayWidth: columnsOf };
  return (
    new Program('openhouse')
      .description(say('Openhouse: a developer portal and an open data gateway for VR tours.'))
      .version(version(), '-v, --version', say('output the version number'))
      .helpOption('-h, --help', say('display help for command'))
      .configureOutput({
        writeOut: (text) => world.stdout.write(text),
        writeErr: (text) => {
          if (!isForProgram) world.stderr.write(text);
        },
        outputError: (text, write) =>
          write(text.endsWith('\n') ? `${inLanguage(text.slice(0, -1))}\n` : inLanguage(text)),
        getOutHelpWidth: () => world.stdout.columns || HELP_COLUMNS,
        getErrHelpWidth: () => world.stderr.columns || HELP_COLUMNS,
      })
      .configureHelp({ minWidthToWrap: WRAPPED_COLUMNS, formatItem: helpItem, styleTitle: inLanguage, ...layout })
      .commandsGroup(headed(say(taskOf('help') ?? 'Agents, shells and the rest'), world))
      // Commander's own, which it puts into a group only if it is named.
      .helpCommand('help [command]', say('display help for command'))
      .showHelpAfterError(say(WHAT_IT_TAKES))
      // Else its own --version would be taken out of a command that has an option of that name.
      .enablePositionalOptions()
      .exitOverride()
  );
}

function declare(program: Program, command: Command<string>, say: (text: string) => string): Program {
  const words = command.name.split(' ');
  const parent = words.slice(0, -1).reduce(groupOf, program);
  const last = words.at(-1) ?? '';
  const declared = parent
    .command(last)
    .summary(say(command.summary))
    .description([command.summary, ...paragraphsOf(command)].map(say).join('\n\n'));
  for (const { name, description, required, variadic = false } of command.arguments) {
    const dots = variadic ? '...' : '';
    declared.argument(required ? `<${name}${dots}>` : `[${name}${dots}]`, say(description));
  }
  for (const { flags, description } of command.options) declared.option(flags, say(description));
  const examples = command.examples.map(({ call, does }) => `  ${call}\n      ${say(does)}`);
  return declared.addHelpText('after', examples.length === 0 ? '' : `\n${say('Examples:')}\n${examples.join('\n')}`);
}

/** The group of commands with this first word, made when its first command comes. */
function groupOf(program: Program, word: string): Program {
  return program.commands.find((known) => known.name() === word) ?? program.command(word);
}

/**
 * The words with `list` after a group that none of its commands follows. Commander's own default would also take a misspelt
 * command for an argument of a `list` that takes none, and say so.
 */
function withUsual(program: Program, args: readonly string[]): string[] {
  let [group, count] = [program, 0];
  for (const word of args) {
    const next = group.commands.find((one) => one.name() === word);
    if (next === undefined) break;
    [group, count] = [next, count + 1];
  }
  const [following = '--'] = args.slice(count);
  const usual = count > 0 ? group.commands.find((one) => one.name() === USUAL) : undefined;
  const isWord = !following.startsWith('-') && usual?.registeredArguments.length === 0;
  const isUsual = usual !== undefined && !isWord && !HELP.includes(following);
  return isUsual ? [...args.slice(0, count), USUAL, ...args.slice(count)] : [...args];
}

/** What `-v` was called before. */
const FORMER_VERSION = '-V';
const HELP: readonly string[] = ['-h', '--help'];

/** Few options take an empty word: most come of a variable of the shell that is not set. @throws {UsageError} */
function refuseEmptyWords(command: Command<string>, { arguments: words, options }: Invocation): void {
  const position = words.findIndex((word) => word.trim() === '');
  const mayBeEmpty = command.options.filter((one) => one.mayBeEmpty === true).map(({ flags }) => flags.split(' ')[0]);
  const option = Object.entries(options).find(
    ([name, value]) => typeof value === 'string' && value.trim() === '' && !mayBeEmpty.includes(flagOf(name)),
  )?.[0];
  const named =
    position < 0 ? option && flagOf(option) : `<${(command.arguments[position] ?? command.arguments.at(-1))?.name}>`;
  if (named === undefined) return;
  throw new UsageError(told`${named} is empty. Give it a value, or leave it out; is a variable of your shell not set?`);
}

/** Commander passes the arguments one by one, then the options. */
function invocationOf(command: Command<string>, given: readonly unknown[]): Invocation {
  const count = command.arguments.length;
  const values = given.slice(0, count).flat();
  return {
    arguments: values.filter((value): value is string => typeof value === 'string'),
    options: given[count] as Invocation['options'],
  };
}

/** A supervisor of processes repeats what may succeed later, and nothing else: the service's unit of systemd does. */
async function exitCodeOf(error: unknown): Promise<ExitCode> {
  if (error instanceof Refusal) return error.exitCode;
  const { isOnlyAway } = await loadServer();
  return isOnlyAway(error) ? 4 : 2;
}

/** Whether the message is enough for a person: what is wrong, and what to do. */
async function isExpected(error: unknown): Promise<boolean> {
  if (error instanceof Refusal || error instanceof UsageError) return true;
  const { ConfigError, ImportPathError, StartFailed, StoreError, WorkersFailed } = await loadServer();
  const expected = [ConfigError, StoreError, ImportPathError, StartFailed, WorkersFailed];
  return expected.some((one) => error instanceof one);
}

/** What a file or its disk did to a command, and how that leaves things. */
function fileFailure(error: unknown, begun: Command<string> | undefined): Told | undefined {
  const file = fileSentence(error);
  if (file === undefined || begun?.ended === undefined) return file;
  return told`${file} ${new Foreign(begun.ended)}`;
}

/** @returns What is said of an error, a line each. */
async function sentencesOf(error: unknown, begun: Command<string> | undefined): Promise<readonly Shown[]> {
  const page = error instanceof Refusal ? error.page : undefined;
  if (error instanceof Error && (await isExpected(error))) {
    return [saidOf(error), ...(page === undefined ? [] : [told`See ${page}`])];
  }
  const file = fileFailure(error, begun);
  if (file !== undefined) return [file];
  // A bug: the stack goes into the report.
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** The error object on standard error with --json. */
async function failureOf(
  error: unknown,
  [first = '']: readonly string[],
  begun: Command<string> | undefined,
): Promise<object> {
  if (error instanceof CommanderError) {
    const message = first.startsWith('-') ? `${wrongCall(error)}. ${OPTIONS_FOLLOW}` : wrongCall(error);
    return { error: { code: 'CALL_WRONG', message } };
  }
  const file = fileFailure(error, begun);
  const isWrongCall = file !== undefined || (await isExpected(error));
  const code = error instanceof Refusal ? error.code : isWrongCall ? 'CALL_WRONG' : 'INTERNAL';
  const message = String(file ?? (error instanceof Error ? error.message : error));
  return { error: { code, message } };
}

/** Commander shows its help instead of an error when no command is named. */
const wrongCall = ({ code, message }: CommanderError): string =>
  code === 'commander.help' ? 'No command given. See openhouse --help.' : message.replace(/^error: /, '');

import { commands } from '../commands/index.ts';

/** Every command that opens the store. */
export const onStore = commands.filter(({ options }) => options.some(({ flags }) => flags.startsWith('--data-dir')));
/** What a command needs beside its arguments, or in place of them. */
const callOf: Readonly<Record<string, readonly string[]>> = {
  doctor: [],
  export: ['--all'],
  'tours import': [import.meta.filename],
  'tours remove': ['nothing', '--confirm', 'nothing'],
  import: [import.meta.filename],
  listen: ['--forward-to', 'http://127.0.0.1:9/'],
  'assets move': ['--to', 'file:///nonexistent/files'],
  'keys add': ['LINK_KEYS', '--print'],
  'keys use': ['LINK_KEYS', '1', '--print'],
  'keys retire': ['LINK_KEYS', '1', '--print'],
};
/** Is for a portal alone, and says so at any store; or opens the store for each question of an agent, and answers what it says. */
export const atNoStore = ['init', 'mcp'];

/** @returns The words of a call, with whatever a command needs. */
export const called = ({ name: command, arguments: words }: (typeof commands)[number]): string[] => [
  ...command.split(' '),
  ...(callOf[command] ?? words.filter(({ required }) => required).map(({ choices }) => choices?.[0] ?? 'nothing')),
];

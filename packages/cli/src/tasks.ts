import type { FrameText } from './languages/help-text.ts';

/** What people look for in `openhouse --help`, in its order, with the first words of the commands for it. */
export const tasks: readonly (readonly [task: FrameText, words: readonly string[]])[] = [
  ['Begin, and sign in', ['init', 'login', 'logout', 'whoami', 'profiles', 'sessions']],
  ['Call the gateway', ['token', 'list', 'get', 'activate', 'pull']],
  ['Import, make and show tours', ['tours', 'import', 'export', 'make-tour', 'convert', 'embeds']],
  ['Manage a Team, its apps and secrets', ['teams', 'apps', 'secrets', 'credentials', 'warnings', 'audit']],
  ['See what happens', ['usage', 'calls', 'explain', 'webhooks', 'listen', 'status']],
  [
    'Run an installation',
    ['serve', 'migrate', 'doctor', 'verify', 'keys', 'assets', 'installation', 'operator', 'people', 'plans'],
  ],
  ['Agents, shells and the rest', ['mcp', 'completion', 'feedback', 'version', 'help']],
];

/** @returns The heading above a command; undefined for a first word that has none. */
export const taskOf = (word: string): FrameText | undefined => tasks.find(([, words]) => words.includes(word))?.[0];

/** Commands of one task stand together. @param name Of a command. */
export const placeOf = (name: string): number =>
  tasks.findIndex(([, words]) => words.includes(name.split(' ')[0] ?? ''));

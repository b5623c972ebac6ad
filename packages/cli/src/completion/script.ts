import type { Command } from '../command.ts';

export const shells = ['bash', 'zsh'] as const;
export type Shell = (typeof shells)[number];

/** What the shell offers after some words: further words, and options. */
interface Offer {
  readonly words: readonly string[];
  readonly flags: readonly string[];
}

/** The default subcommand of a group: its options are offered after the group's name. */
const USUAL = 'list';

/** The script of a shell, from the commands themselves. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const offers = offersOf(commands);
  const cases = [...offers].map(([path, { words, flags }]) => {
    const offered = [...words, ...flags, '--help'].join(' ');
    return `    ${JSON.stringify(path)}) offered=${JSON.stringify(offered)} ;;`;
  });
  const pairs = [...offers.keys()].filter((path) => path.includes(' '));
  const body = { bash, zsh }[shell];
  return body(cases.join('\n'), pairs.map((path) => JSON.stringify(path)).join('|'));
}

/** What is offered after every group and command. */
function offersOf(commands: readonly Command[]): Map<string, Offer> {
  const offers = new Map<string, { words: string[]; flags: string[] }>([['', { words: [], flags: ['--version'] }]]);
  for (const { name, options, arguments: taken } of commands) {
    const words = name.split(' ');
    words.forEach((word, depth) => {
      const before = offers.get(words.slice(0, depth).join(' '));
      if (before !== undefined && !before.words.includes(word)) before.words.push(word);
      const path = words.slice(0, depth + 1).join(' ');
      if (!offers.has(path)) offers.set(path, { words: [], flags: [] });
    });
    const flags = options.map((option) => option.flags.split(' ')[0] ?? '');
    offers.get(name)?.flags.push(...flags);
    offers.get(name)?.words.push(...taken.flatMap(({ choices = [] }) => choices));
    if (words.length > 1 && words.at(-1) === USUAL) offers.get(words.slice(0, -1).join(' '))?.flags.push(...flags);
  }
  return offers;
}

/** What is offered depends on the longest known path of words before the current one. */
const lookup = (cases: string, pairs: string, index: string, path: string) => `  local offered="" path="${path}"
  if [ "${index}" -gt 3 ]; then
    case "$path $second" in
      ${pairs}) path="$path $second" ;;
    esac
  fi
  case "$path" in
${cases}
  esac`;

function bash(cases: string, pairs: string): string {
  return `# Completes openhouse in bash. Made by: openhouse completion bash
_openhouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="\${COMP_WORDS[2]:-}" index="$((COMP_CWORD + 1))"
  if [ "$COMP_CWORD" -gt 1 ]; then first="\${COMP_WORDS[1]}"; fi
${lookup(cases, pairs, '$index', '$first')}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _openhouse openhouse
`;
}

function zsh(cases: string, pairs: string): string {
  return `#compdef openhouse
# Completes openhouse in zsh. Made by: openhouse completion zsh
_openhouse() {
  local first="" second="\${words[3]:-}" index="$CURRENT"
  if [ "$CURRENT" -gt 2 ]; then first="\${words[2]}"; fi
${lookup(cases, pairs, '$index', '$first')}
  compadd -- \${=offered}
  _files
}
if [ "\${funcstack[1]}" = "_openhouse" ]; then _openhouse "$@"; else compdef _openhouse openhouse; fi
`;
}

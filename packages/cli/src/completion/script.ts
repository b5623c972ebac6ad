import type { Command } from '../command.ts';

export const shells = ['bash', 'zsh'] as const;
export type Shell = (typeof shells)[number];

/** What may follow some words: further words, and options. */
interface Place {
  readonly words: readonly string[];
  readonly flags: readonly string[];
}

/** What a group of commands does when no further word names one: its options are offered after the group's word. */
const USUAL = 'list';

/** The script of a shell, from the commands themselves. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const places = placesOf(commands);
  const cases = [...places].map(([path, { words, flags }]) => {
    const offered = [...words, ...flags, '--help'].join(' ');
    return `    ${JSON.stringify(path)}) offered=${JSON.stringify(offered)} ;;`;
  });
  const pairs = [...places.keys()].filter((path) => path.includes(' '));
  const body = { bash, zsh }[shell];
  return body(cases.join('\n'), pairs.map((path) => JSON.stringify(path)).join('|'));
}

/** The words of every group and command, with what follows them. */
function placesOf(commands: readonly Command[]): Map<string, Place> {
  const places = new Map<string, { words: string[]; flags: string[] }>([['', { words: [], flags: ['--version'] }]]);
  for (const { name, options, arguments: taken } of commands) {
    const words = name.split(' ');
    words.forEach((word, depth) => {
      const before = places.get(words.slice(0, depth).join(' '));
      if (before !== undefined && !before.words.includes(word)) before.words.push(word);
      const path = words.slice(0, depth + 1).join(' ');
      if (!places.has(path)) places.set(path, { words: [], flags: [] });
    });
    const flags = options.map((option) => option.flags.split(' ')[0] ?? '');
    places.get(name)?.flags.push(...flags);
    places.get(name)?.words.push(...taken.flatMap(({ choices = [] }) => choices));
    if (words.length > 1 && words.at(-1) === USUAL) places.get(words.slice(0, -1).join(' '))?.flags.push(...flags);
  }
  return places;
}

/** The longest known path of words before the one that is typed decides what is offered. */
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
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="\${COMP_WORDS[2]:-}" place="$((COMP_CWORD + 1))"
  if [ "$COMP_CWORD" -gt 1 ]; then first="\${COMP_WORDS[1]}"; fi
${lookup(cases, pairs, '$place', '$first')}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _openhouse openhouse
`;
}

function zsh(cases: string, pairs: string): string {
  return `#compdef openhouse
# Completes openhouse in zsh. Made by: openhouse completion zsh
_openhouse() {
  local first="" second="\${words[3]:-}" place="$CURRENT"
  if [ "$CURRENT" -gt 2 ]; then first="\${words[2]}"; fi
${lookup(cases, pairs, '$place', '$first')}
  compadd -- \${=offered}
  _files
}
if [ "\${funcstack[1]}" = "_openhouse" ]; then _openhouse "$@"; else compdef _openhouse openhouse; fi
`;
}

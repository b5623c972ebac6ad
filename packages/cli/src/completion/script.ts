import type { Command } from '../command.ts';

export const shells = ['bash', 'zsh'] as const;
export type Shell = (typeof shells)[number];

/** What may follow some words: further words, and options. */
interface Place {
  readonly words: readonly string[];
  readonly flags: readonly string[];
}

/** The script of a shell, from the commands themselves. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const cases = [...placesOf(commands)].map(([path, { words, flags }]) => {
    const offered = [...words, ...flags, '--help'].join(' ');
    return `    ${JSON.stringify(path)}) offered=${JSON.stringify(offered)} ;;`;
  });
  const body = { bash, zsh }[shell];
  return body(cases.join('\n'), wordsThatLead(commands).join('|'));
}

/** The words of every group and command, with what follows them. */
function placesOf(commands: readonly Command[]): Map<string, Place> {
  const places = new Map<string, { words: string[]; flags: string[] }>([['', { words: [], flags: ['--version'] }]]);
  for (const { name, options } of commands) {
    const words = name.split(' ');
    words.forEach((word, depth) => {
      const before = places.get(words.slice(0, depth).join(' '));
      if (before !== undefined && !before.words.includes(word)) before.words.push(word);
      const path = words.slice(0, depth + 1).join(' ');
      if (!places.has(path)) places.set(path, { words: [], flags: [] });
    });
    places.get(name)?.flags.push(...options.map(({ flags }) => flags.split(' ')[0] ?? ''));
  }
  return places;
}

/** First words that others follow: only after them a second word is part of the command's name. */
function wordsThatLead(commands: readonly Command[]): string[] {
  return [...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))];
}

const lookup = (cases: string, groups: string, index: string, path: string) => `  local offered="" path="${path}"
  case "$path" in
    ${groups})
      if [ "${index}" -gt 3 ]; then path="$path $second"; fi ;;
  esac
  case "$path" in
${cases}
  esac`;

function bash(cases: string, groups: string): string {
  return `# Completes openhouse in bash. Made by: openhouse completion bash
_openhouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="\${COMP_WORDS[2]:-}" place="$((COMP_CWORD + 1))"
  if [ "$COMP_CWORD" -gt 1 ]; then first="\${COMP_WORDS[1]}"; fi
${lookup(cases, groups, '$place', '$first')}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _openhouse openhouse
`;
}

function zsh(cases: string, groups: string): string {
  return `#compdef openhouse
# Completes openhouse in zsh. Made by: openhouse completion zsh
_openhouse() {
  local first="" second="\${words[3]:-}" place="$CURRENT"
  if [ "$CURRENT" -gt 2 ]; then first="\${words[2]}"; fi
${lookup(cases, groups, '$place', '$first')}
  compadd -- \${=offered}
  _files
}
if [ "\${funcstack[1]}" = "_openhouse" ]; then _openhouse "$@"; else compdef _openhouse openhouse; fi
`;
}

import type { Command } from '../command.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** What the shell offers after some words: further words, and options, each with what it does; empty where nothing is to be said. */
interface Offer {
  readonly words: ReadonlyMap<string, string>;
  readonly flags: ReadonlyMap<string, string>;
}

/** The default subcommand of a group: its options are offered after the group's name. */
const USUAL = 'list';

/** The script of a shell, from the commands themselves. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const offers = offersOf(commands);
  return { bash, zsh, fish, powershell }[shell](offers);
}

/** What is offered after every group and command. */
function offersOf(commands: readonly Command[]): Map<string, Offer> {
  const empty = () => ({ words: new Map<string, string>(), flags: new Map([['--help', 'Show help']]) });
  const offers = new Map<string, { words: Map<string, string>; flags: Map<string, string> }>([['', empty()]]);
  offers.get('')?.flags.set('--version', 'Show the version');
  for (const { name, summary, options, arguments: taken } of commands) {
    const words = name.split(' ');
    words.forEach((word, depth) => {
      const path = words.slice(0, depth + 1).join(' ');
      const before = offers.get(words.slice(0, depth).join(' '))?.words;
      // A group has no sentence of its own.
      if (before !== undefined && (path === name || !before.has(word))) before.set(word, path === name ? summary : '');
      if (!offers.has(path)) offers.set(path, empty());
    });
    const own = offers.get(name);
    const flags = options.map(({ flags, description }) => [flags.split(' ')[0] ?? '', description] as const);
    for (const [flag, description] of flags) own?.flags.set(flag, description);
    for (const choice of taken.flatMap(({ choices = [] }) => choices)) own?.words.set(choice, '');
    for (const [choice, beginnings] of taken.flatMap(({ beginnings = {} }) => Object.entries(beginnings))) {
      const after = empty();
      for (const beginning of beginnings) after.words.set(beginning, '');
      for (const [flag, description] of flags) after.flags.set(flag, description);
      offers.set(`${name} ${choice}`, after);
    }
    if (words.length === 1 || words.at(-1) !== USUAL) continue;
    for (const [flag, description] of flags) offers.get(words.slice(0, -1).join(' '))?.flags.set(flag, description);
  }
  return offers;
}

/** The paths of two words: after another second word, the first one decides. */
const pairsOf = (offers: ReadonlyMap<string, Offer>) => [...offers.keys()].filter((path) => path.includes(' '));

/** What is offered depends on the longest known path of words before the current one. */
function lookup(offers: ReadonlyMap<string, Offer>, index: string, path: string): string {
  const pairs = pairsOf(offers).map((pair) => JSON.stringify(pair));
  const cases = [...offers].map(([known, { words, flags }]) => {
    const offered = [...words.keys(), ...flags.keys()].join(' ');
    return `    ${JSON.stringify(known)}) offered=${JSON.stringify(offered)} ;;`;
  });
  return `  local offered="" path="${path}"
  if [ "${index}" -gt 3 ]; then
    case "$path $second" in
      ${pairs.join('|')}) path="$path $second" ;;
    esac
  fi
  case "$path" in
${cases.join('\n')}
  esac`;
}

function bash(offers: ReadonlyMap<string, Offer>): string {
  return `# Completes openhouse in bash. Made by: openhouse completion bash
_openhouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="\${COMP_WORDS[2]:-}" index="$((COMP_CWORD + 1))"
  if [ "$COMP_CWORD" -gt 1 ]; then first="\${COMP_WORDS[1]}"; fi
${lookup(offers, '$index', '$first')}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
  # A value follows at once.
  case "\${COMPREPLY[0]-}" in *=) compopt -o nospace 2>/dev/null ;; esac
  return 0
}
complete -o default -F _openhouse openhouse
`;
}

function zsh(offers: ReadonlyMap<string, Offer>): string {
  return `#compdef openhouse
# Completes openhouse in zsh. Made by: openhouse completion zsh
_openhouse() {
  local first="" second="\${words[3]:-}" index="$CURRENT"
  if [ "$CURRENT" -gt 2 ]; then first="\${words[2]}"; fi
${lookup(offers, '$index', '$first')}
  compadd -- \${\${=offered}:#*=}
  # A value follows at once.
  compadd -S '' -- \${(M)\${=offered}:#*=}
  _files
}
if [ "\${funcstack[1]}" = "_openhouse" ]; then _openhouse "$@"; else compdef _openhouse openhouse; fi
`;
}

function fish(offers: ReadonlyMap<string, Offer>): string {
  const pairs = pairsOf(offers).map(quoted).join(' ');
  const lines = [...offers].flatMap(([path, { words, flags }]) => {
    const here = `complete -c openhouse -n ${quoted(path === '' ? '__openhouse_at' : `__openhouse_at ${path}`)}`;
    const said = (description: string) => (description === '' ? '' : ` -d ${quoted(description)}`);
    return [
      // Where a word of ours comes next, no file does.
      ...[...words].map(([word, description]) => `${here} -f -a ${quoted(word)}${said(description)}`),
      ...[...flags].map(([flag, description]) => `${here} -l ${flag.slice('--'.length)}${said(description)}`),
    ];
  });
  return `# Completes openhouse in fish. Made by: openhouse completion fish
function __openhouse_at
  set -l before (commandline -opc)[2..-1]
  set -l path "$before[1]"
  if contains -- "$before[1] $before[2]" ${pairs}
    set path "$before[1] $before[2]"
  end
  test "$path" = "$argv"
end
complete -c openhouse -e
${lines.join('\n')}
`;
}

/** As fish reads it literally. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** For Windows PowerShell 5.1 and PowerShell 7. In ASCII: 5.1 reads what a program prints in the code page of its console. */
function powershell(offers: ReadonlyMap<string, Offer>): string {
  const pairs = pairsOf(offers).map(verbatim).join(', ');
  const cases = [...offers].map(([path, { words, flags }]) => {
    // A tooltip must not be empty.
    const offered = [...words, ...flags].map(
      ([word, description]) => `${verbatim(word)}, ${verbatim(description === '' ? word : description)}`,
    );
    return `    ${verbatim(path)} { ${offered.join(', ')} }`;
  });
  return `# Completes openhouse in PowerShell. Made by: openhouse completion powershell
Register-ArgumentCompleter -Native -CommandName 'openhouse' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  $path = if ($before.Count -gt 0) { $before[0] } else { '' }
  if ($before.Count -gt 1 -and @(${pairs}) -ccontains ($path + ' ' + $before[1])) { $path = $path + ' ' + $before[1] }
  $offered = @(switch -CaseSensitive -Exact ($path) {
${cases.join('\n')}
  })
  for ($at = 0; $at -lt $offered.Count; $at += 2) {
    if ($offered[$at].StartsWith($wordToComplete, [StringComparison]::Ordinal)) {
      [System.Management.Automation.CompletionResult]::new($offered[$at], $offered[$at], 'ParameterValue', $offered[$at + 1])
    }
  }
}
`;
}

/** As PowerShell reads it literally; it takes every kind of single quote for one. */
const verbatim = (text: string) =>
  `'${text
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll("'", "''")}'`;

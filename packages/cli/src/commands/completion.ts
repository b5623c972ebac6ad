import { type Argument, type Command, jsonOption, UsageError } from '../command.ts';
import { completionScript, type Shell, shells } from '../completion/script.ts';
import { told } from '../told.ts';

const shell: Argument = { name: 'shell', description: `one of ${shells.join(', ')}`, required: true, choices: shells };

/** `openhouse completion`. The caller passes the commands: the list of commands includes this one. */
export const completionOf = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print a script that completes commands and options in your shell.',
  description:
    'bash: source it, or save it below ~/.local/share/bash-completion/completions. zsh: save it as _openhouse in a directory of $fpath. fish: save it as openhouse.fish in ~/.config/fish/completions. powershell: add the line of the example to $PROFILE.',
  arguments: [shell],
  options: [jsonOption],
  examples: [
    { call: 'source <(openhouse completion bash)', does: 'completes in this bash' },
    {
      call: 'openhouse completion zsh > ~/.zfunc/_openhouse',
      does: 'completes in every zsh that has ~/.zfunc in $fpath',
    },
    { call: 'openhouse completion fish | source', does: 'completes in this fish' },
    {
      call: 'openhouse completion powershell | Out-String | Invoke-Expression',
      does: 'completes in this PowerShell',
    },
  ],
  async run({ arguments: [named = ''], options }, { stdout }) {
    if (!isShell(named))
      throw new UsageError(
        told`${JSON.stringify(named)} is not a supported shell. Choose one of ${shells.join(', ')}.`,
      );
    const script = completionScript(named, commands());
    stdout.write(options.json === true ? `${JSON.stringify({ shell: named, script })}\n` : script);
    return 0;
  },
});

const isShell = (text: string): text is Shell => (shells as readonly string[]).includes(text);

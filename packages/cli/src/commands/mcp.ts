import { explainCall, listApps, listTours } from '@openhouse/contract';
import type { Tool } from '@openhouse/server';
import { type Command, jsonOption } from '../command.ts';
import { callerOptions } from '../gateway-client.ts';
import { readerHere } from '../mcp/reader.ts';
import { teamOption } from '../portal/portal-command.ts';
import { targetOptions } from '../portal/target.ts';
import { TARGET_RULE } from '../portal/target-rule.ts';
import { loadServer } from '../server.ts';
import { version } from '../version.ts';

/** `openhouse mcp` (decisions 0187 and 0232). */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve agents over the Model Context Protocol, on standard input and output. Read-only.',
  description: [
    'An agent starts it and asks for tours, apps, answers of the gateway, sections of the docs, error codes and request ids. It acts as the session or credential that the other commands use, changes nothing, and answers no secret. It ends with its input. Agents that take an address have /mcp of the portal instead.',
    TARGET_RULE,
  ],
  arguments: [],
  options: [teamOption, ...callerOptions, ...targetOptions, jsonOption],
  examples: [
    {
      call: 'openhouse mcp --profile staging',
      does: 'is what an agent starts, to read with the session of that profile',
    },
  ],
  calls: [listTours, listApps, explainCall].map(({ name }) => name),
  async run(invocation, world) {
    const server = await loadServer();
    const tools = inTurn(server.toolsOf(readerHere(invocation, world, server)));
    const facts = { version: version(), instructions: server.AGENT_INSTRUCTIONS };
    const answers = new Set<Promise<void>>();
    for await (const line of world.stdin.lines()) {
      if (line.trim() === '') continue;
      const tell = (answer: string | undefined) => void (answer && world.stdout.write(`${answer}\n`));
      const answer = server.answerLine(line, tools, facts).then(tell);
      answers.add(answer);
      void answer.finally(() => answers.delete(answer));
    }
    await Promise.all(answers);
    return 0;
  },
};

/** The tools, each called when the call before has ended: at the store, one command after the other. Whatever else is asked is answered meanwhile. */
function inTurn(tools: readonly Tool[]): Tool[] {
  let before: Promise<unknown> = Promise.resolve();
  return tools.map((tool) => ({
    ...tool,
    call(input) {
      const answer = before.then(() => tool.call(input));
      before = answer.catch(() => undefined);
      return answer;
    },
  }));
}

import { jsonLine } from '@openhouse/contract';

/** Versions of the Model Context Protocol that are spoken, the newest first: all say the same of what is served here. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** @returns What to say of a version that a client claims to have agreed on, where it is none of these. */
export function versionRefusal(version: string): string | undefined {
  if ((VERSIONS as readonly string[]).includes(version)) return undefined;
  return `This version of the Model Context Protocol is not spoken here. Use one of ${VERSIONS.join(', ')}.`;
}

/** Codes of JSON-RPC 2.0. */
const codes = { notJson: -32700, noRequest: -32600, noMethod: -32601, wrongParams: -32602, bug: -32603 } as const;

/** A tool that changes nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly inputSchema: object;
  /** @returns Text for the agent. @throws {ToolRefusal} */
  call(input: Readonly<Record<string, unknown>>): Promise<string>;
}

/** A tool says no, in a sentence that the agent reads. */
export class ToolRefusal extends Error {
  override name = 'ToolRefusal';
}

/** What the server says of itself. */
export interface ServerFacts {
  readonly version: string;
  /** For the agent: what the tools are for. */
  readonly instructions: string;
}

interface Request {
  readonly id?: string | number;
  readonly method: string;
  readonly params: unknown;
}

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The server side of the Model Context Protocol over standard input and output: one line of JSON in, at most one out.
 * @returns The answer; undefined for a notification, which has none.
 */
export async function answerLine(
  line: string,
  tools: readonly Tool[],
  facts: ServerFacts,
): Promise<string | undefined> {
  let sent: unknown;
  try {
    // The first line of a pipe may begin with a byte order mark, as on Windows.
    sent = JSON.parse(line.replace(/^\ufeff/, ''));
  } catch {
    return jsonLine(errorAnswer(null, codes.notJson, 'The line is no JSON.'));
  }
  const answer = await eachAnswered(sent, async (message) => {
    try {
      return await answerMessage(message, tools, facts);
    } catch (error) {
      // The agent waits for an answer, and the next message may fare better.
      const says = error instanceof Error ? error.message : String(error);
      return errorAnswer((message as Request).id ?? null, codes.bug, says);
    }
  });
  return answer === undefined ? undefined : jsonLine(answer);
}

/** The same for what was read already. It keeps nothing between two messages. */
export function answerMessages(sent: unknown, tools: readonly Tool[], facts: ServerFacts): Promise<object | undefined> {
  return eachAnswered(sent, (message) => answerMessage(message, tools, facts));
}

/** Messages that one list may have: it counts as one call of the portal. */
const LIST_MAX = 20;

/**
 * Version 2025-03-26 has lists of messages, and obliges servers to take them; other versions have none, and no use for a refusal.
 * They are answered in turn, in a list of those that have an answer.
 */
async function eachAnswered(
  sent: unknown,
  answer: (message: unknown) => Promise<object | undefined>,
): Promise<object | undefined> {
  if (!Array.isArray(sent)) return answer(sent);
  if (sent.length === 0 || sent.length > LIST_MAX) {
    return errorAnswer(null, codes.noRequest, `A list of requests has 1 to ${LIST_MAX}. Send others by themselves.`);
  }
  const answers: object[] = [];
  for (const message of sent) {
    const one = await answer(message);
    if (one !== undefined) answers.push(one);
  }
  return answers.length === 0 ? undefined : answers;
}

async function answerMessage(sent: unknown, tools: readonly Tool[], facts: ServerFacts): Promise<object | undefined> {
  // Nothing is asked of clients, and an answer has no answer.
  if (isRecord(sent) && sent.method === undefined && ('result' in sent || 'error' in sent)) return undefined;
  let id: string | number | null = null;
  try {
    const { id: given, method, params = {} } = requestOf(sent);
    if (given === undefined) return undefined;
    id = given;
    if (!isRecord(params)) throw new Refused(codes.wrongParams, 'The params of a request are an object.');
    return { jsonrpc: '2.0', id, result: await resultOf({ method, params }, tools, facts) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return errorAnswer(id, error.code, error.message);
  }
}

const errorAnswer = (id: string | number | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

function requestOf(sent: unknown): Request {
  if (!isRecord(sent) || typeof sent.method !== 'string') throw new Refused(codes.noRequest, 'That is no request.');
  const { id, method, params } = sent;
  if (id !== undefined && typeof id !== 'string' && !isExact(id)) {
    throw new Refused(codes.noRequest, 'The id of a request is a text, or a number of at most 9007199254740991.');
  }
  return { method, params, ...(id !== undefined && { id }) };
}

/** Whether the answer can name the same number: JSON has numbers that are read as others. */
const isExact = (id: unknown): id is number => typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER;

async function resultOf(
  { method, params }: { readonly method: string; readonly params: Readonly<Record<string, unknown>> },
  tools: readonly Tool[],
  facts: ServerFacts,
): Promise<object> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: VERSIONS.find((version) => version === params.protocolVersion) ?? VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'openhouse', title: 'Openhouse', version: facts.version },
        instructions: facts.instructions,
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(shownTool) };
    case 'tools/call':
      return called(params, tools);
    default:
      throw new Refused(codes.noMethod, `There is no method ${method}.`);
  }
}

const shownTool = ({ name, title, description, inputSchema }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
});

async function called({ name, arguments: input = {} }: Readonly<Record<string, unknown>>, tools: readonly Tool[]) {
  if (typeof name !== 'string') throw new Refused(codes.wrongParams, 'The name of a tool is a text: see tools/list.');
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Refused(codes.wrongParams, `There is no tool ${name}. See tools/list.`);
  if (!isRecord(input)) throw new Refused(codes.wrongParams, 'The arguments of a tool are an object.');
  try {
    return { content: [{ type: 'text', text: bounded(await tool.call(input)) }], isError: false };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return { content: [{ type: 'text', text: bounded(error.message) }], isError: true };
  }
}

/** Characters of one answer: what an agent can read, and more than any list of a page has. */
const ANSWER_MAX = 60_000;

const bounded = (text: string): string =>
  text.length <= ANSWER_MAX
    ? text
    : `${text.slice(0, ANSWER_MAX)}\n[cut: ${text.length - ANSWER_MAX} further characters. Ask for less, with a filter or a page.]`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

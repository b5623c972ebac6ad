import { readFileSync } from 'node:fs';
import { dashboardEndpoints, gatewayEndpoints, portalEndpoints } from '@openhouse/contract';
import { createGateway } from '@openhouse/sdk';
import { describe, expect, test } from 'vitest';
import { paragraphsOf } from '../packages/cli/src/command.ts';
import { commands } from '../packages/cli/src/commands/index.ts';

type PortalCallName = (typeof portalEndpoints)[number]['name'] | (typeof dashboardEndpoints)[number]['name'];

/** Calls of the portal that no command makes, and why. */
const withoutCommand: Partial<Record<PortalCallName, string>> = {
  me: 'mints the CSRF token of a browser; get-user says the same',
  'list-operations': 'forms for the console; get --help and apps call --help list the operations',
  'call-demo': 'lets visitors of a page try a read; get does it with the key of the demo app',
  'find-command-line-sign-in': 'consent is given in a browser only (decision 0047)',
  'find-agent-request': 'agents are let in in a browser only (decision 0232)',
  'decide-agent-request': 'agents are let in in a browser only (decision 0232)',
  'decide-command-line-sign-in': 'consent is given in a browser only (decision 0047)',
};

const called = new Set(commands.flatMap(({ calls = [] }) => calls));
const portalCalls: readonly string[] = [...portalEndpoints, ...dashboardEndpoints].map(({ name }) => name);

describe('every call of the portal', () => {
  test.each(portalCalls)('%s has a command, or a reason why it has none', (name) => {
    const reason = withoutCommand[name as PortalCallName];
    expect([called.has(name), reason === undefined]).toEqual(reason === undefined ? [true, true] : [false, false]);
  });

  test('and no command claims a call that there is not', () => {
    expect([...called].filter((name) => !portalCalls.includes(name))).toEqual([]);
  });
});

describe('every operation of the gateway', () => {
  const sdk = createGateway({ baseUrl: 'http://localhost:1', appKey: 'k', appSecret: 's' });
  /** Operations that are a command of their own, in place of `get <operation>`. */
  const ownCommands: Readonly<Record<string, string>> = { 'access-token': 'token', 'vr-submit': 'activate' };

  test.each(gatewayEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s has a command, a method of the SDK and a page',
    (name, { operation, path, method }) => {
      const command = commands.find((one) => one.name === (ownCommands[name] ?? 'get'));
      expect(name in ownCommands || (command !== undefined && paragraphsOf(command).join().includes(name))).toBe(true);
      const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      // The exchange is what every method of the SDK begins with.
      expect(name === 'access-token' || camel in sdk).toBe(true);
      const page = readFileSync(new URL(`../docs/reference/operations/${name}.md`, import.meta.url), 'utf8');
      expect(page).toContain(`# ${operation}\n`);
      expect(page).toContain(`\`${method} ${path}\``);
    },
  );
});

test('every command takes --json', () => {
  const without = commands.filter(({ options }) => options.every(({ flags }) => flags !== '--json'));
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('no option takes a secret: words of a call stand in histories and process lists', () => {
  const flags = commands.flatMap(({ options }) => options.map((option) => option.flags));
  expect(flags.filter((flag) => /secret|token|password|device-code|user-code/i.test(flag))).toEqual([]);
});

import { gatewayEndpoints, operationForm } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { operationCode, type WrittenCall } from './operation-code.ts';

const forms = gatewayEndpoints.map(operationForm);
const written = (name: string, parameters: Readonly<Record<string, string>> = {}): WrittenCall => {
  const form = forms.find((one) => one.name === name);
  if (form === undefined) throw new Error(name);
  return { form, parameters, baseUrl: 'http://localhost:4001', appKey: 'ohk_a' };
};
const codeOf = (call: WrittenCall, tab: string) => operationCode(call).find(({ name }) => name === tab)?.code ?? '';

describe.each(forms.map((form) => [form.name, form] as const))('%s', (name, form) => {
  const example = Object.fromEntries(
    form.parameters.map((one) => [one.name, one.example]).filter(([, value]) => value),
  );

  test('is written in every language, without a secret, a token or Bearer', () => {
    const tabs = operationCode(written(name, example));
    expect(tabs.map((tab) => tab.name)).toEqual(['HTTP', 'curl', 'TypeScript', 'Python', 'Go', 'PHP', 'Java']);
    for (const { name: tab, code } of tabs) {
      expect(code).not.toMatch(/oh[sct]_|Bearer/);
      if (tab !== 'HTTP') expect(code).toContain('OPENHOUSE_APP_SECRET');
      if (tab !== 'TypeScript') expect(code).toContain(form.path);
    }
  });
});

test('the request as it is sent', () => {
  expect(codeOf(written('hot-list', { resource_code: 'demo-loft', order_by: 'id asc' }), 'HTTP')).toBe(
    `GET /open/v3/custom/hot/list?resource_code=demo-loft&order_by=id+asc HTTP/1.1
Host: localhost:4001
Authorization: <access token>`,
  );
  expect(codeOf(written('vr-submit', { resource_code: 'demo-loft', action_num: '1' }), 'HTTP')).toContain(
    'Content-Type: application/json\n\n{"resource_code":"demo-loft","action_num":1}',
  );
});

test('values that would break out of the shell or of a text are kept inside', () => {
  const call = written('vr-submit', { resource_code: `a'b"c$(d)\`e\`\\`, action_num: '1' });
  expect(codeOf(call, 'curl')).toContain(`-d '{"resource_code":"a'\\''b\\"c$(d)\`e\`\\\\"`);
  expect(codeOf(call, 'TypeScript')).toContain(`resource_code: 'a\\'b"c$(d)\`e\`\\\\'`);
  // A text of Go in backquotes could not hold one.
  expect(codeOf(call, 'Go')).toContain('"{\\"resource_code\\":\\"a\'b\\\\\\"c$(d)`e`');
  expect(codeOf(call, 'PHP')).toContain(`'{"resource_code":"a\\'b\\\\"c$(d)\`e\``);
  expect(codeOf(call, 'Java')).toContain('"{\\"resource_code\\":\\"a\'b\\\\\\"c$(d)`e`');
  expect(codeOf(written('vr-info', { resource_code: '$(rm) `x` "y"' }), 'curl')).not.toMatch(/\$\(rm\)|`x`/);
});

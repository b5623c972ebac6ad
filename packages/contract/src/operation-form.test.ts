import { describe, expect, test } from 'vitest';
import { gatewayEndpoints } from './gateway/index.ts';
import { choicesOf, operationForm } from './operation-form.ts';

const forms = gatewayEndpoints.map(operationForm);

test('every operation has a form', () => {
  expect(forms.map(({ name }) => name)).toEqual(gatewayEndpoints.map(({ name }) => name));
});

describe.each(gatewayEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const { parameters } = operationForm(endpoint);
  const declared = { ...endpoint.query.properties, ...endpoint.body?.schema.properties };

  test('asks for every parameter that is declared, and for nothing else', () => {
    expect(parameters.map(({ name }) => name)).toEqual(Object.keys(declared));
    const required = [...(endpoint.query.required ?? []), ...(endpoint.body?.schema.required ?? [])];
    expect(parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(required);
  });

  test('what its example says fits what it asks for', () => {
    for (const { example, pattern, control, choices, takes } of parameters) {
      expect(takes).not.toBe('a text');
      if (example !== '' && pattern !== '') expect(example).toMatch(new RegExp(pattern));
      expect(control === 'choice').toBe(choices.length > 0);
    }
  });
});

test('the control of every parameter, by its schema', () => {
  const controls = new Map(forms.flatMap(({ parameters }) => parameters.map(({ name, control }) => [name, control])));
  expect(Object.fromEntries(controls)).toEqual({
    app_key: 'credential',
    app_secret: 'credential',
    resource_code: 'text',
    node_code: 'text',
    id: 'text',
    status: 'text',
    source: 'text',
    params_code: 'text',
    order_by: 'choice',
    is_asc: 'choice',
    page: 'text',
    page_size: 'text',
    modified_since: 'text',
    vr_code: 'text',
    types: 'list',
    paths: 'list',
    action_num: 'number',
  });
});

test('only the activation changes something', () => {
  expect(forms.filter(({ changes }) => changes).map(({ name }) => name)).toEqual(['vr-submit']);
});

test.each([
  ['^[01]$', ['0', '1']],
  ['^(?:id|create_time) (?:asc|desc)$', ['id asc', 'id desc', 'create_time asc', 'create_time desc']],
  ['^[A-Za-z0-9_-]{1,64}$', undefined],
  ['^(?:0|-?[1-9][0-9]{0,9})$', undefined],
  ['^[ab]+$', undefined],
  ['ab', undefined],
])('%s takes %j', (pattern, choices) => {
  expect(choicesOf(pattern)).toEqual(choices);
});

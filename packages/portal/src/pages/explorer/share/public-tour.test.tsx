// @vitest-environment happy-dom
import { EMBED_HOSTS_MAX, type TourEmbed } from '@openhouse/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aroundPart } from '../../../testing/around-part.tsx';
import { asOwner, choose, data, failure } from '../../../testing/show-page.tsx';
import { PublicTour } from './public-tour.tsx';

afterEach(cleanup);

const [SEEN, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];
const embed: TourEmbed = { resourceCode: 'loft', state: 'off', address: null, hosts: [], version: SEEN };
const team = { id: 'demo', name: 'Loft', role: 'owner', isActive: true } as const;
const refusal = (message: string) =>
  Response.json({ error: { code: 'REQUEST_INVALID', message, request_id: 'r-1' } }, { status: 400 });

/** Saves these hosts. @param refused What the portal says of them. */
async function save(hosts: readonly string[], refused: string) {
  const answers = {
    ...asOwner,
    'GET /api/tours/loft/embed': data({ embed }),
    'POST /api/tours/loft/embed': () => refusal(refused),
  };
  render(<PublicTour team={team} resourceCode="loft" version={SEEN} />, { wrapper: await aroundPart(answers) });
  fireEvent.change(await screen.findByLabelText('Hosts that may frame it'), { target: { value: hosts.join('\n') } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return (await screen.findByRole('alert')).textContent;
}

test.each([
  '/hosts/1 is not https. Pages on this machine alone may be http://localhost.',
  '请求体不符合此接口的描述。（/hosts/1 is not https. Pages on this machine alone may be http://localhost.）',
])('of several hosts the one that was refused is named: %s', async (message) => {
  const hosts = ['https://homes.example', 'http://homes.example', 'https://other.example'];
  const said = await save(hosts, message);
  expect(said).toMatch(/^http:\/\/homes\.example was not taken\. Write a host as https:/);
});

test('too many hosts are called too many', async () => {
  const hosts = Array.from({ length: EMBED_HOSTS_MAX + 1 }, (_, index) => `https://h${index}.example`);
  const said = await save(
    hosts,
    `/hosts must not have more than ${EMBED_HOSTS_MAX} items. Compare it with the reference.`,
  );
  expect(said).toBe('These are 21 hosts, and a tour has 20 at most. Leave out some.');
});

const saveButton = () => screen.getByRole('button', { name: 'Save' });
const isIdle = () => saveButton().getAttribute('aria-disabled') === 'true';

let answersFail = false;
afterEach(() => {
  answersFail = false;
});

/** The form of a tour of which one version was looked at. @param now What the portal says of it, and may say otherwise later. */
async function looked(now: { embed: TourEmbed }, changed: Parameters<typeof aroundPart>[0][string]) {
  const answers = {
    ...asOwner,
    'GET /api/tours/loft/embed': () => (answersFail ? failure(503, 'UNAVAILABLE')() : Response.json({ data: now })),
    'POST /api/tours/loft/embed': changed,
  };
  const Around = await aroundPart(answers);
  render(<PublicTour team={team} resourceCode="loft" version={SEEN} />, { wrapper: Around });
  await screen.findByRole('button', { name: 'Save' });
  // As the browser does when somebody comes back to the page.
  return () => act(async () => void window.dispatchEvent(new Event('visibilitychange')));
}

test('the version that was looked at is the one that is made public', async () => {
  const sent: unknown[] = [];
  const now = { embed };
  await looked(now, ({ body }) => {
    sent.push(JSON.parse(String(body)));
    now.embed = { ...embed, state: 'on', address: 'https://portal.example/embed/a' };
    return Response.json({ data: now });
  });
  await choose(document.body, 'The tour is', /^public/);
  fireEvent.click(saveButton());
  await waitFor(() => expect(sent).toEqual([{ on: true, version: SEEN }]));
});

test('one that was replaced before the form was opened cannot be made public unseen', async () => {
  await looked({ embed: { ...embed, version: OTHER } }, failure(409, 'TOUR_REPLACED'));
  await screen.findByText(/^Another version was imported since this page showed the tour\./);
  await choose(document.body, 'The tour is', /^public/);
  expect(isIdle()).toBe(true);
});

test('one that is replaced while the form is open is refused, and the form says to look at it', async () => {
  const now = { embed };
  await looked(now, () => {
    now.embed = { ...embed, version: OTHER };
    return failure(409, 'TOUR_REPLACED')();
  });
  await choose(document.body, 'The tour is', /^public/);
  fireEvent.click(saveButton());
  await screen.findByText(/^Another version was imported since this page showed the tour\./);
});

const hostsField = () => screen.getByLabelText<HTMLTextAreaElement>('Hosts that may frame it');

test('what was typed stays while somebody else changes the tour and its hosts, and what they did is said', async () => {
  const now = { embed };
  const sent: unknown[] = [];
  const lookAgain = await looked(now, ({ body }) => {
    sent.push(JSON.parse(String(body)));
    now.embed = { ...now.embed, hosts: ['https://mine.example'] };
    return Response.json({ data: now });
  });
  fireEvent.change(hostsField(), { target: { value: 'https://mine.example' } });
  now.embed = { ...embed, state: 'on', address: 'https://portal.example/embed/a', hosts: ['https://theirs.example'] };
  await lookAgain();
  await screen.findByText(/^Somebody else changed the hosts meanwhile: https:\/\/theirs\.example\./);
  expect(hostsField().value).toBe('https://mine.example');
  expect(screen.getByLabelText('The tour is').textContent).toMatch(/^public/);
  fireEvent.click(saveButton());
  await waitFor(() => expect(sent).toEqual([{ hosts: ['https://mine.example'] }]));
  await waitFor(() => expect(isIdle()).toBe(true));
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  // Nothing of the person's own is left: the form follows what is stored.
  now.embed = { ...now.embed, hosts: [] };
  await lookAgain();
  await waitFor(() => expect(hostsField().value).toBe(''));
});

test('what was typed stays while the portal does not answer for a moment', async () => {
  const now = { embed };
  const lookAgain = await looked(now, failure(500, 'INTERNAL'));
  fireEvent.change(hostsField(), { target: { value: 'https://mine.example' } });
  answersFail = true;
  await lookAgain();
  await screen.findByText(/^Whether the tour is public could not be read\./);
  expect(hostsField().value).toBe('https://mine.example');
});

test('what was typed stays when another version is imported meanwhile, with the refusal', async () => {
  const now = { embed };
  await looked(now, () => {
    now.embed = { ...embed, version: OTHER };
    return failure(409, 'TOUR_REPLACED')();
  });
  fireEvent.change(hostsField(), { target: { value: 'https://mine.example' } });
  await choose(document.body, 'The tour is', /^public/);
  fireEvent.click(saveButton());
  await screen.findByText(/^Another version was imported since this page showed the tour\./);
  expect(hostsField().value).toBe('https://mine.example');
});

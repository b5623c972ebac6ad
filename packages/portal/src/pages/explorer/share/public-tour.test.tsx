// @vitest-environment happy-dom
import { EMBED_HOSTS_MAX, type TourEmbed } from '@openhouse/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aroundPart } from '../../../testing/around-part.tsx';
import { asOwner, data } from '../../../testing/show-page.tsx';
import { PublicTour } from './public-tour.tsx';

afterEach(cleanup);

const embed: TourEmbed = { resourceCode: 'loft', state: 'off', address: null, hosts: [] };
const refusal = (message: string) =>
  Response.json({ error: { code: 'REQUEST_INVALID', message, request_id: 'r-1' } }, { status: 400 });

/** Saves these hosts. @param refused What the portal says of them. */
async function save(hosts: readonly string[], refused: string) {
  const team = { id: 'demo', name: 'Loft', role: 'owner', isActive: true } as const;
  const answers = {
    ...asOwner,
    'GET /api/tours/loft/embed': data({ embed }),
    'POST /api/tours/loft/embed': () => refusal(refused),
  };
  render(<PublicTour team={team} resourceCode="loft" />, { wrapper: await aroundPart(answers) });
  fireEvent.change(await screen.findByLabelText('Hosts that may frame it'), { target: { value: hosts.join('\n') } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return (await screen.findByRole('alert')).textContent;
}

test('of several hosts the one that was refused is named', async () => {
  const hosts = ['https://homes.example', 'http://homes.example', 'https://other.example'];
  const said = await save(hosts, '/hosts/1 is not https. Pages on this machine alone may be http://localhost.');
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

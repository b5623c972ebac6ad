import { expect, test } from 'vitest';
import { PortalError } from '../http/portal-error.ts';
import { inNamedTeam, type Visitor } from './visitor.ts';

const team = (id: string, teamId: string) => ({ id, teamId, name: id, role: 'owner', chosen: false });
/** In two Teams, the first of them active. */
const visitor = {
  kind: 'in a Team',
  profile: {},
  memberships: [team('demo', '1'), team('loft', '2')],
  team: { id: '1', role: 'owner' },
} as unknown as Visitor;

test('a command acts in exactly the Team that it names, whichever is active', () => {
  expect(inNamedTeam(visitor, ['demo'])).toMatchObject({ kind: 'in a Team', team: { id: '1' } });
  expect(inNamedTeam(visitor, ['loft'])).toMatchObject({ kind: 'in a Team', team: { id: '2' } });
  expect(inNamedTeam(visitor, [])).toBe(visitor);
});

test.each([[['theirs']], [['']], [['demo', 'loft']], [['demo', 'demo']], [['1']]])(
  'TEAM_NOT_FOUND: %j names no Team of the person',
  (named) => {
    expect(() => inNamedTeam(visitor, named)).toThrow(PortalError);
  },
);

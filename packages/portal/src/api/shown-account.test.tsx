import { describe, expect, test } from 'vitest';
import type { Account } from './account.ts';
import { accountToShow } from './shown-account.ts';

const team = (id: string) => ({ id, name: id, role: 'owner' as const, isActive: false });
const person = (userCode: string) => ({ userCode, email: '', name: userCode, avatarUrl: '', currentSource: 'S' });
const inTeam = (active: string, userCode = 'ada', teams = ['one', 'two']): Account => ({
  case: 'with-team',
  person: person(userCode),
  team: team(active),
  teams: teams.map(team),
});
const shownIn = (account: Account | undefined) => (account?.case === 'with-team' ? account.team.id : account?.case);

describe('the account of a page', () => {
  test.each([
    ['first look: the active Team', inTeam('one'), undefined, undefined, 'one', undefined],
    ['another Team became active: the page keeps its own', inTeam('two'), inTeam('one'), undefined, 'one', 'two'],
    ['switched on this page', inTeam('two'), inTeam('one'), 'two', 'two', undefined],
    ['removed from the Team of the page', inTeam('two', 'ada', ['two']), inTeam('one'), undefined, 'two', undefined],
    ['another person signed in', inTeam('two', 'sam'), inTeam('one'), undefined, 'two', undefined],
    [
      'no Team is left',
      { case: 'without-team', person: person('ada'), teams: [] } as const,
      inTeam('one'),
      undefined,
      'without-team',
      undefined,
    ],
  ])('%s', (_, live, before, chosen, shown, switchedTo) => {
    const now = accountToShow(live, before, chosen);
    expect([shownIn(now.account), now.switchedTo?.id, now.ended]).toEqual([shown, switchedTo, false]);
  });

  test('a session that ended leaves the page as it is; a stranger was never anybody', () => {
    const before = inTeam('one');
    expect(accountToShow({ case: 'anonymous' }, before)).toEqual({
      account: before,
      switchedTo: undefined,
      ended: true,
    });
    expect(accountToShow({ case: 'anonymous' }, undefined)).toMatchObject({
      account: { case: 'anonymous' },
      ended: false,
    });
  });
});

import { endAllSessions, endSession, listSessions } from '@openhouse/contract';
import type { Command } from '../../command.ts';
import { publicIdOf } from '../../named.ts';
import { portalCommand } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

export const sessionsList: Command = portalCommand({
  name: 'sessions list',
  summary: 'List your live sessions: browsers and command lines.',
  description: 'One line per session, newest first: id, kind, address, start, end, machine or browser.',
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse sessions', does: 'shows where you are signed in' }],
  calls: [listSessions],
  async act({ portal, out }) {
    const { sessions } = await portal.call(listSessions, {});
    out.many(sessions, ({ id, kind, ipAddress, createdAt, endsAt, machine, userAgent, isCurrent }) => [
      id,
      isCurrent ? told`${kind} (this one)` : kind,
      ipAddress,
      createdAt,
      endsAt,
      machine || userAgent,
    ]);
  },
});

export const sessionsEnd: Command = portalCommand({
  name: 'sessions end',
  summary: 'End one of your sessions.',
  arguments: [{ name: 'id', description: 'its id, from openhouse sessions', required: true }],
  options: [],
  examples: [{ call: 'openhouse sessions end q4bI0fY3mT9sVxk2ZJ7w5A', does: 'signs that browser or machine out' }],
  calls: [endSession],
  async act({ portal, words: [word = ''], out }) {
    const id = publicIdOf(word, told`A session`, 'openhouse sessions');
    const done = await portal.call(endSession, { params: { id }, body: {} });
    out.one(done, told`The session has ended.`);
  },
});

export const sessionsEndAll: Command = portalCommand({
  name: 'sessions end-all',
  summary: 'End all of your sessions.',
  description: 'Including this one, unless you pass --keep-current: you need openhouse login again.',
  arguments: [],
  options: [{ flags: '--keep-current', description: 'keep the session of this command' }],
  examples: [{ call: 'openhouse sessions end-all --keep-current', does: 'signs every other browser and machine out' }],
  calls: [endAllSessions],
  async act({ portal, invocation, out }) {
    const keepCurrent = invocation.options.keepCurrent === true;
    const done = await portal.call(endAllSessions, { body: { keepCurrent } });
    out.one(done, done.ended === 1 ? told`1 session has ended.` : told`${done.ended} sessions have ended.`);
  },
});

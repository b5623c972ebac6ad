import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { OperatorOf } from './acting.ts';
import { setNote } from './change-note.ts';
import { deciding } from './decision.ts';

export interface NoteRouteDeps {
  readonly database: Database;
  readonly operator: OperatorOf;
  /** Lets this process know of the note before the answer is sent. */
  readonly onNoteChanged: () => Promise<void>;
}

/** What operators tell everybody (decision 0156). */
export function noteRoutes(app: FastifyInstance, { database, operator, onNoteChanged }: NoteRouteDeps): void {
  const decide = deciding(operator);
  servePortalEndpoint(app, contract.setNote, async ({ request, body }) => {
    const note = await setNote(database, await decide(request, body), body.text);
    await onNoteChanged();
    return { note };
  });
}

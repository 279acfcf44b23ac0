import type { Note, NoteDraft } from '@half-measure/shared/desk/note.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import type { DeskContext } from './desk.ts'
import { noteNotFound } from './desk-errors.ts'

/** More than a chart can show; the rest of a wide range is left out, the oldest first. */
const MOST = 500

/** Notes of the days from one to another, both included, in their order. */
export async function listNotes({ db }: DeskContext, from: string, to: string): Promise<Note[]> {
  const newestFirst = await selectNotes(db)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('annotations.created_at', 'desc')
    .orderBy('annotations.id', 'desc')
    .limit(MOST)
    .execute()
  return newestFirst.reverse()
}

/** @param by account of the writer. */
export async function writeNote({ db, now }: DeskContext, draft: NoteDraft, by: string): Promise<Note> {
  const { id } = await db
    .insertInto('annotations')
    .values({ ...draft, written_by: by, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readNote(db, id)
}

/** @throws {ApiError} 404 `annotation_not_found`. */
export async function changeNote({ db }: DeskContext, id: string, draft: NoteDraft): Promise<Note> {
  await db.updateTable('annotations').set(draft).where('id', '=', id).execute()
  return readNote(db, id)
}

/** @throws {ApiError} 404 `annotation_not_found`. */
export async function deleteNote({ db }: DeskContext, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('annotations').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw noteNotFound()
}

async function readNote(db: Kysely<Database>, id: string): Promise<Note> {
  const note = await selectNotes(db).where('annotations.id', '=', id).executeTakeFirst()
  if (!note) throw noteNotFound()
  return note
}

function selectNotes(db: Kysely<Database>) {
  return db
    .selectFrom('annotations')
    .leftJoin('users', 'users.id', 'written_by')
    .select(['annotations.id', sql<string>`day::text`.as('day'), 'text', 'users.email as by'])
}

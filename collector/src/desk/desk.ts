import type { Note, NoteDraft } from '@half-measure/shared/desk/note.ts'
import type { SavedView, SavedViewDraft } from '@half-measure/shared/desk/saved-view.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { changeNote, deleteNote, listNotes, writeNote } from './notes.ts'
import { changeView, deleteView, listViews, saveView } from './saved-views.ts'

/** What the functions of this folder work with. */
export interface DeskContext {
  readonly db: Kysely<Database>
  readonly now: () => Date
}

/**
 * What administrators keep beside the figures. `by` is the account of the one who asks. What a method throws is an
 * `ApiError`; see the function of its name.
 */
export interface Desk {
  readonly notes: {
    /** Of these days and those between, in their order. */
    list(from: string, to: string): Promise<Note[]>
    write(draft: NoteDraft, by: string): Promise<Note>
    change(id: string, draft: NoteDraft): Promise<Note>
    delete(id: string): Promise<void>
  }
  readonly views: {
    list(by: string): Promise<SavedView[]>
    save(draft: SavedViewDraft, by: string): Promise<SavedView>
    change(id: string, draft: SavedViewDraft, by: string): Promise<SavedView>
    delete(id: string, by: string): Promise<void>
  }
}

export function createDesk(options: Omit<DeskContext, 'now'> & { now?: () => Date }): Desk {
  const context: DeskContext = { now: () => new Date(), ...options }
  return {
    notes: {
      list: (from, to) => listNotes(context, from, to),
      write: (draft, by) => writeNote(context, draft, by),
      change: (id, draft) => changeNote(context, id, draft),
      delete: (id) => deleteNote(context, id),
    },
    views: {
      list: (by) => listViews(context, by),
      save: (draft, by) => saveView(context, draft, by),
      change: (id, draft, by) => changeView(context, id, draft, by),
      delete: (id, by) => deleteView(context, id, by),
    },
  }
}

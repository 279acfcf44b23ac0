import type {
  ContactMessage,
  MessageFolder,
  MessagePage,
  MessageQuery,
} from '@half-measure/shared/people/contact-message.ts'
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { ContactMessagesTable } from '../../database/schema/audience-tables.ts'
import type { Database } from '../../database/schema/database.ts'
import { readCursor, takePage, isAfter, searchPattern } from '../../database/pagination.ts'

type Messages = SelectQueryBuilder<Database, 'contact_messages', object>

/** A page of a folder, newest first, and what waits for somebody to look at it. */
export async function listMessages(
  db: Kysely<Database>,
  { folder, q, limit, cursor }: MessageQuery,
): Promise<MessagePage> {
  const place = readCursor(cursor, 'uuid')
  const rows = await inFolder(db.selectFrom('contact_messages'), folder)
    .selectAll()
    .$if(q !== undefined, (query) => {
      const pattern = searchPattern(q ?? '')
      return query.where((eb) =>
        eb.or(
          (['name', 'email', 'subject', 'message'] as const).map((column) => eb(column, 'ilike', pattern)),
        ),
      )
    })
    .where(isAfter(place, 'created_at'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, next } = takePage(rows, limit, (row) => row.created_at)
  return { messages: page.map(describeMessage), next, counts: await counts(db) }
}

/** As the inbox shows it. */
export function describeMessage(row: Selectable<ContactMessagesTable>): ContactMessage {
  return { ...row, created_at: row.created_at.toISOString() }
}

function inFolder(query: Messages, folder: MessageFolder): Messages {
  switch (folder) {
    case 'all':
      return query
    case 'held':
      return query.where('held', '=', true)
    case 'inbox':
      return query.where('held', '=', false).where('status', '!=', 'archived')
    case 'unread':
    case 'replied':
    case 'archived':
      return query.where('held', '=', false).where('status', '=', folder)
  }
}

async function counts(db: Kysely<Database>): Promise<MessagePage['counts']> {
  const row = await db
    .selectFrom('contact_messages')
    .select((eb) => [
      eb.fn
        .countAll<string>()
        .filterWhere((eb) => eb.and([eb('held', '=', false), eb('status', '=', 'unread')]))
        .as('unread'),
      eb.fn.countAll<string>().filterWhere('held', '=', true).as('held'),
    ])
    .executeTakeFirstOrThrow()
  return { unread: Number(row.unread), held: Number(row.held) }
}

import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { failpoint } from '../platform/failpoint.ts'
import { insertEvents } from '../warehouse/clickhouse/insert-rows.ts'
import { countBatch } from '../warehouse/loader/batch-rows.ts'
import type { DeadLetter, DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { MAX_REFUSALS, refusalOf } from '../warehouse/loader/refusal.ts'
import { splitBatch } from '../warehouse/loader/batch-part.ts'
import { markBatch } from '../warehouse/sessions/late-sessions.ts'

/**
 * Inserts dead letters that the database accepts by now, each under the id of its refused insert, so that repeating
 * this changes nothing. A dead letter of many rows is halved if it is refused again.
 *
 * @param resume called once all were tried: a batch that stopped loading has by then been refused row by row.
 * @returns how many rows were inserted, and how many are still dead letters.
 * @throws if the database or the disk is unavailable; dead letters not yet tried stay.
 */
export async function retryDeadLetters(
  { writer, migrator }: Pick<ClickHouse, 'writer' | 'migrator'>,
  deadLetters: DeadLetters,
  resume: () => Promise<void>,
): Promise<{ inserted: number; refused: number }> {
  let inserted = 0
  const refusals = new Map<string, number>()
  await deadLetters.removeParts()
  const waiting = await deadLetters.list()
  for (let letter = waiting.shift(); letter; letter = waiting.shift()) {
    const { table, batch_id } = letter
    const part = await deadLetters.read(letter)
    try {
      // An interrupted retry may have inserted it already.
      if ((await countBatch(writer, table, batch_id)) === 0)
        await insertEvents(writer, table, part.rows, `retry:${batch_id}:${table}`)
      failpoint('retry.after-send')
      await markBatch(migrator, batch_id, [table])
      await deadLetters.remove(table, batch_id)
      inserted += part.count
    } catch (error) {
      const refusal = refusalOf(error)
      // A view may refuse rows that the table has taken.
      if (!refusal || (await countBatch(writer, table, batch_id)) > 0) throw error
      const count = (refusals.get(refusal.code) ?? 0) + 1
      refusals.set(refusal.code, count)
      if (count >= MAX_REFUSALS) return { inserted, refused: deadLetters.count }
      if (part.count === 1) continue
      const halves = splitBatch(part)
      await deadLetters.replace(table, batch_id, halves, refusal)
      waiting.unshift(
        ...halves.map(({ id, count }): DeadLetter => ({ ...letter, batch_id: id, rows: count })),
      )
    }
  }
  await resume()
  return { inserted, refused: deadLetters.count }
}

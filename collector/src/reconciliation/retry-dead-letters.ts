import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { failpoint } from '../failpoint.ts'
import { countBatch, sendRows } from '../warehouse/loader/batch-table.ts'
import { classifyError } from '../warehouse/loader/classify-error.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { rebuildTouched } from '../warehouse/loader/repair-batch.ts'

/**
 * Inserts dead letters that the database takes by now, each under the id that it got when it was refused, so that
 * doing this twice changes nothing.
 *
 * @throws if the database cannot be asked; letters not yet tried stay.
 */
export async function retryDeadLetters(
  { writer, migrator }: Pick<ClickHouse, 'writer' | 'migrator'>,
  deadLetters: DeadLetters,
): Promise<{ inserted: number; refused: number }> {
  let inserted = 0
  let refused = 0
  for (const { name, letter } of await deadLetters.list()) {
    try {
      if ((await countBatch(writer, letter.table, letter.batch_id)) > 0) {
        // A retry before this one was cut short, perhaps before the views had it.
        await rebuildTouched(migrator, letter.table, letter.batch_id)
      } else {
        await sendRows(
          writer,
          letter.table,
          Buffer.from(letter.row),
          `retry:${letter.batch_id}:${letter.table}`,
        )
      }
      failpoint('retry.after-send')
      await deadLetters.remove(name)
      inserted++
    } catch (error) {
      if (classifyError(error) !== 'poison') throw error
      refused++
    }
  }
  return { inserted, refused }
}

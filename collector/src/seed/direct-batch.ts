import { randomUUID } from 'node:crypto'
import type { DirectRows } from '../reconciliation/insert-direct.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import type { RowBlock } from '../spool/row-block.ts'
import { RowBuffer } from './row-buffer.ts'
import { Written } from './written.ts'

/** Rows that go into the tables together. */
export class DirectBatch {
  readonly #tables = new Map<EventTable, RowBuffer>(EVENT_TABLES.map((table) => [table, new RowBuffer()]))
  #id: string = randomUUID()
  /** What is in it. */
  holds = new Written()

  get id(): string {
    return this.#id
  }

  /** Tables with rows in them. */
  get tables(): DirectRows[] {
    return [...this.#tables].flatMap(([table, { count, bytes }]) =>
      count > 0 ? [{ table, count, bytes }] : [],
    )
  }

  add(blocks: readonly RowBlock[]): void {
    for (const { table, rows } of blocks) {
      const buffer = this.#tables.get(table)
      for (const row of rows) buffer?.add(row, this.#id)
    }
  }

  /** Makes it another batch, without rows. */
  clear(): void {
    this.#id = randomUUID()
    this.holds = new Written()
    for (const buffer of this.#tables.values()) buffer.clear()
  }
}

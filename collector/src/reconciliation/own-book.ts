import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { NONE, type NewBook, type OwnFigures, readBooks, writeBook } from './collector-books.ts'

export interface OwnBookTools {
  /** Names this collector for ever. */
  readonly id: string
  readonly clickhouse: ClickHouse
  /** How long the others may hear nothing of this collector before they go on without it. */
  readonly silentMs: number
  /** This collector's part of the account, all of one moment. */
  readonly figures: () => OwnFigures
}

/** What this collector writes of itself, row after row. */
export class OwnBook {
  readonly #tools: OwnBookTools
  /** Of the last row; undefined before the first one of this process. */
  #version: number | undefined
  #says: Pick<NewBook, 'state' | 'auditing' | 'paused_for'> = {
    state: 'writing',
    auditing: NONE,
    paused_for: NONE,
  }
  #written = { figures: '', at: 0 }
  #lastWrite: Promise<void> = Promise.resolve()

  constructor(tools: OwnBookTools) {
    this.#tools = tools
  }

  /** The audit that it makes; `NONE` without. */
  get auditing(): string {
    return this.#says.auditing
  }

  /** The audit that it does not write for. */
  get pausedFor(): string {
    return this.#says.paused_for
  }

  get isBegun(): boolean {
    return this.#version !== undefined
  }

  /** Whether there is something to write, or nothing was written for a while. */
  get isDue(): boolean {
    const { figures, at } = this.#written
    // Books in which nothing changed are written all the same, so that they do not look old.
    const isAged = Date.now() - at >= this.#tools.silentMs / 3
    return isAged || figures !== JSON.stringify(this.#tools.figures())
  }

  /** Writes a row with the figures of this moment; what else it says stays as it was unless told. One after the other. */
  write(says: Partial<Pick<NewBook, 'state' | 'auditing' | 'paused_for'>> = {}): Promise<void> {
    this.#says = { ...this.#says, ...says }
    const written = this.#lastWrite.then(async () => {
      const { id, clickhouse, silentMs: silent_ms, figures } = this.#tools
      this.#version ??= await this.#lastVersion()
      const own = figures()
      const version = ++this.#version
      await writeBook(clickhouse.writer, { ...own, ...this.#says, collector: id, version, silent_ms })
      this.#written = { figures: JSON.stringify(own), at: Date.now() }
    })
    this.#lastWrite = written.catch(() => {})
    return written
  }

  async #lastVersion(): Promise<number> {
    const books = await readBooks(this.#tools.clickhouse.reader)
    return books.find(({ collector }) => collector === this.#tools.id)?.version ?? 0
  }
}

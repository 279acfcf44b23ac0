import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventTable } from '../event-tables.ts'
import { type FileSystem, nodeFileSystem } from '../spool/file-system.ts'

const count = z.int().min(0)

const State = z.object({
  /**
   * Sessions whose erasure was promised and is not finished, by id: the id is needed until then. `counted`: their
   * rows are in `erased` already, and some may be gone.
   */
  open: z.array(z.object({ session_id: z.string(), counted: z.boolean() })),
  /**
   * Erased sessions, by hash, and how many rows each had, dead letters included. Written before the first row goes,
   * so that a crash cannot lose the count; kept, so that neither a late beacon nor a restored backup brings them back.
   */
  erased: z.record(z.string(), count),
  /** Rows of months beyond their retention, by table and month. */
  expired: z.record(z.string(), count),
})
type State = z.infer<typeof State>

/** The account's memory of rows that were taken away on purpose. One small file, replaced atomically. */
export class Ledger {
  readonly #files: FileSystem
  readonly #path: string
  #state: State
  #openHashes: Set<string>
  #lastWrite: Promise<void> = Promise.resolve()

  /** @throws if the file is there and cannot be read: the account would no longer add up. */
  static async open(directory: string, files: FileSystem = nodeFileSystem): Promise<Ledger> {
    await files.makeDirectory(directory)
    const path = join(directory, 'ledger.json')
    if (!(await files.list(directory)).includes('ledger.json')) {
      return new Ledger(files, path, { open: [], erased: {}, expired: {} })
    }
    const parsed = State.safeParse(safeJson((await files.read(path)).toString()))
    if (!parsed.success) throw new Error(`${path} is not readable; restore it from a backup`)
    return new Ledger(files, path, parsed.data)
  }

  private constructor(files: FileSystem, path: string, state: State) {
    this.#files = files
    this.#path = path
    this.#state = state
    this.#openHashes = hashesOf(state)
  }

  get erasedRows(): number {
    return sum(this.#state.erased)
  }

  get expiredRows(): number {
    return sum(this.#state.expired)
  }

  get openErasures(): State['open'] {
    return this.#state.open
  }

  /** True from the request on: nothing of the session is taken any more. */
  isErased(sessionId: string): boolean {
    if (this.#openHashes.size === 0 && Object.keys(this.#state.erased).length === 0) return false
    const hash = hashOf(sessionId)
    return this.#openHashes.has(hash) || hash in this.#state.erased
  }

  requestErasure(sessionId: string): Promise<void> {
    return this.#update((state) => {
      // One that is under way stays as far as it has come, or its rows would be counted again.
      if (state.open.some(({ session_id }) => session_id === sessionId)) return state
      return { ...state, open: [...state.open, { session_id: sessionId, counted: false }] }
    })
  }

  /** The rows that are about to go. */
  countErasure(sessionId: string, rows: number): Promise<void> {
    const hash = hashOf(sessionId)
    return this.#update((state) => ({
      ...state,
      open: state.open.map((open) => (open.session_id === sessionId ? { ...open, counted: true } : open)),
      erased: { ...state.erased, [hash]: (state.erased[hash] ?? 0) + rows },
    }))
  }

  finishErasure(sessionId: string): Promise<void> {
    return this.#update((state) => ({
      ...state,
      open: state.open.filter(({ session_id }) => session_id !== sessionId),
    }))
  }

  /** A month's rows that are about to go. The same month again is the retry of a removal that a crash cut short. */
  expire(table: EventTable, month: string, rows: number): Promise<void> {
    return this.#update((state) => ({ ...state, expired: { ...state.expired, [`${table}:${month}`]: rows } }))
  }

  /** One after the other: each builds on the one before it. */
  #update(change: (state: State) => State): Promise<void> {
    const write = async () => {
      const state = change(this.#state)
      await this.#files.replace(this.#path, JSON.stringify(state))
      this.#state = state
      this.#openHashes = hashesOf(state)
    }
    const written = this.#lastWrite.then(write)
    this.#lastWrite = written.catch(() => {})
    return written
  }
}

function hashesOf(state: State): Set<string> {
  return new Set(state.open.map(({ session_id }) => hashOf(session_id)))
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, rows) => total + rows, 0)
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}

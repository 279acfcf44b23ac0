import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../platform/parse-json.ts'
import { sessionDigest } from '../events/event-tables.ts'
import { type FileSystem, nodeFileSystem } from '../spool/file-system.ts'
import { CollectorFigures } from './coordination/collector-figures.ts'

const count = z.int().min(0)

/** State that a collector keeps beside its log. */
const LedgerState = z.object({
  /** The permanent id of this data directory's collector. */
  collector: z.uuid(),
  /** Sessions whose erasure was requested here and is neither handed on nor complete. */
  open_erasures: z.array(z.string()),
  /** When the erasures that other collectors completed were last read, ISO 8601. */
  erasures_read_at: z.string().nullable(),
  /** Rows that were imported without the log, and the batch whose rows are still to be counted. */
  imported: z.object({ rows: count, open: z.uuid().nullable() }),
  /** Collectors whose rows came with a backup, without their logs. */
  retired: z.array(z.object({ id: z.uuid(), figures: CollectorFigures })),
  /** When this collector's nightly work was last done, ISO 8601; null before the first time. */
  nightly_run_at: z.string().nullable(),
})
type LedgerState = z.infer<typeof LedgerState>

/** Keeps the state in one small file, replaced atomically. */
export class Ledger {
  readonly #files: FileSystem
  readonly #path: string
  #state: LedgerState
  /** Changes waiting for the disk, to be written together. */
  #waiting: ((state: LedgerState) => LedgerState)[] = []
  #writing: Promise<void> | undefined

  /** @throws if the file exists but cannot be read: the delivery report would no longer add up. */
  static async open(directory: string, files: FileSystem = nodeFileSystem): Promise<Ledger> {
    await files.makeDirectory(directory)
    const path = join(directory, 'ledger.json')
    if ((await files.list(directory)).includes('ledger.json')) {
      const parsed = LedgerState.safeParse(parseJson((await files.read(path)).toString()))
      if (!parsed.success) throw new Error(`${path} is not readable; restore it from a backup`)
      return new Ledger(files, path, parsed.data)
    }
    const ledger = new Ledger(files, path, {
      collector: randomUUID(),
      open_erasures: [],
      erasures_read_at: null,
      imported: { rows: 0, open: null },
      retired: [],
      nightly_run_at: null,
    })
    await ledger.#update((state) => state)
    return ledger
  }

  private constructor(files: FileSystem, path: string, state: LedgerState) {
    this.#files = files
    this.#path = path
    this.#state = state
  }

  /** The name of this data directory's collector. */
  get collectorId(): string {
    return this.#state.collector
  }

  get openErasures(): readonly string[] {
    return this.#state.open_erasures
  }

  /** When the erasures of other collectors were last read. */
  get erasuresReadAt(): Date {
    return new Date(this.#state.erasures_read_at ?? 0)
  }

  get imported(): LedgerState['imported'] {
    return this.#state.imported
  }

  get retired(): LedgerState['retired'] {
    return this.#state.retired
  }

  /** When this collector's nightly work was last done, milliseconds since 1970; undefined before the first time. */
  get lastNightlyRun(): number | undefined {
    return this.#state.nightly_run_at === null ? undefined : Date.parse(this.#state.nightly_run_at)
  }

  requestErasures(sessionIds: readonly string[]): Promise<void> {
    return this.#update((state) => ({
      ...state,
      open_erasures: [...new Set([...state.open_erasures, ...sessionIds])],
    }))
  }

  /** Removes requests that are complete or handed on to all collectors. @param digests SHA-256 of the sessions' ids. */
  removeErasures(digests: readonly string[]): Promise<void> {
    const finished = new Set(digests)
    return this.#update((state) => ({
      ...state,
      open_erasures: state.open_erasures.filter((id) => !finished.has(sessionDigest(id))),
    }))
  }

  noteErasuresRead(at: Date): Promise<void> {
    return this.#update((state) => ({ ...state, erasures_read_at: at.toISOString() }))
  }

  /** Records an import before its first row is inserted. */
  beginImport(batchId: string): Promise<void> {
    return this.#update((state) => ({ ...state, imported: { ...state.imported, open: batchId } }))
  }

  /** @param rows imported without the log since the beginning. */
  endImport(rows: number): Promise<void> {
    return this.#update((state) => ({ ...state, imported: { rows, open: null } }))
  }

  /** Takes over from collectors whose rows are here without their logs. */
  inherit(retired: LedgerState['retired']): Promise<void> {
    return this.#update((state) => ({ ...state, retired: [...retired] }))
  }

  recordNightlyRun(at: Date): Promise<void> {
    return this.#update((state) => ({ ...state, nightly_run_at: at.toISOString() }))
  }

  /** Resolves when the change is on disk. */
  async #update(change: (state: LedgerState) => LedgerState): Promise<void> {
    this.#waiting.push(change)
    // The write under way does not include the change.
    await this.#writing?.catch(() => {})
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined))
    await this.#writing
  }

  async #write(): Promise<void> {
    const changes = this.#waiting.splice(0)
    const state = changes.reduce((before, change) => change(before), this.#state)
    await this.#files.replace(this.#path, JSON.stringify(state))
    this.#state = state
  }
}

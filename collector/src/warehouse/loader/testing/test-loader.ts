import { expect, vi } from 'vitest'
import { append } from '../../../spool/testing/append.ts'
import { temporaryDirectory } from '../../../../test/postgres/temporary-directory.ts'
import { eventIdsOf } from '../../../spool/row-block.ts'
import type { Spool, SpoolOptions } from '../../../spool/spool.ts'
import type { FaultyFiles } from '../../../spool/testing/faulty-files.ts'
import { pageViews } from '../../../spool/testing/rows.ts'
import { recordingLogger, TemporarySpool } from '../../../spool/testing/temporary-spool.ts'
import { DeadLetters } from '../dead-letters.ts'
import { Loader, type LoaderOptions } from '../loader.ts'
import { FakeDatabase } from './fake-database.ts'

type Setting = Pick<LoaderOptions, 'embedded' | 'replicated'> & Pick<SpoolOptions, 'flushAfterMs'>

/**
 * A loader between a real spool and a database in memory, and the processes after it on the same directory.
 * `await using` ends it.
 */
export class TestLoader implements AsyncDisposable {
  readonly database = new FakeDatabase()
  /** Whether batches are looked up before their first attempt. */
  unverified = false
  readonly #temporary: TemporarySpool
  readonly deadLetters: DeadLetters
  #process: { spool: Spool; files: FaultyFiles; loader: Loader; lines: string[] } | undefined

  /** The first process, in a running test. Its loader is still to be started. */
  static async open(setting: Setting = {}): Promise<TestLoader> {
    const test = new TestLoader(await TemporarySpool.make(), await DeadLetters.open(temporaryDirectory()))
    await test.reopen(setting)
    return test
  }

  private constructor(temporary: TemporarySpool, deadLetters: DeadLetters) {
    this.#temporary = temporary
    this.deadLetters = deadLetters
  }

  /** Kills the process, whose inserts may still be under way, and opens the next one. */
  async reopen({ flushAfterMs = 5, ...setting }: Setting = {}): Promise<void> {
    const { spool, files } = await this.#temporary.reopen({ flushAfterMs })
    const { log, lines } = recordingLogger()
    const { client } = this.database
    const loader = new Loader({
      spool,
      clickhouse: client,
      migrator: client,
      deadLetters: this.deadLetters,
      unverified: { of: (_, found) => (this.unverified ? found : []) },
      log,
      ...setting,
    })
    this.#process = { spool, files, loader, lines }
  }

  get spool(): Spool {
    return this.#running.spool
  }

  /** Those of the spool; they fail on demand. */
  get files(): FaultyFiles {
    return this.#running.files
  }

  get loader(): Loader {
    return this.#running.loader
  }

  /** What an operator reads from this process. */
  get lines(): string[] {
    return this.#running.lines
  }

  get #running() {
    if (!this.#process) throw new Error('a process is open from `open` on')
    return this.#process
  }

  /** Page views of these events. */
  append(...events: number[]): Promise<void> {
    return append(this.spool, pageViews(...events))
  }

  /** Resolves when nothing waits for the database any more. */
  allCommitted(): Promise<void> {
    return vi.waitFor(() => expect(this.spool.pendingRows).toBe(0), { timeout: 60_000, interval: 5 })
  }

  /** Appends page views of these events, and starts the loader. Resolves when all are committed. */
  async load(...events: number[]): Promise<void> {
    await this.append(...events)
    this.loader.start()
    await this.allCommitted()
  }

  /** Starts the loader, and has its inserts wait. Resolves when one has arrived; what it returns lets them go. */
  async holdInserts(): Promise<() => void> {
    const { inserts } = this.database
    const gate = Promise.withResolvers<void>()
    this.database.before = () => gate.promise
    const next = inserts.length + 1
    this.loader.start()
    await vi.waitFor(() => expect(inserts).toHaveLength(next), { timeout: 60_000, interval: 5 })
    return gate.resolve
  }

  /** Ids of the events that the database took, in order. */
  takenEvents(): string[] {
    return this.database.taken.flatMap(({ body }) => [...eventIdsOf(Buffer.from(body))])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.spool.close()
    await this.loader.drain(0)
    await this.#temporary[Symbol.asyncDispose]()
  }
}

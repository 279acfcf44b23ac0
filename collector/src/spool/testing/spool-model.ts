import { readFile, truncate, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { append } from './append.ts'
import { EVENT_TABLES } from '../../events/event-tables.ts'
import { totalRows } from '../batch.ts'
import type { Spool, SpoolOptions } from '../spool.ts'
import type { Fault, FaultyFiles } from './faulty-files.ts'
import { eventsOnDisk, nextAttempt } from './read-back.ts'
import { overAllTables } from './rows.ts'
import { TemporarySpool } from './temporary-spool.ts'
import { totalsOf } from './totals.ts'

export type Step =
  /** Appends of these numbers of rows, all at once; before them, perhaps, what was refused is sent again. */
  | { kind: 'append'; rows: number[]; again: boolean }
  | { kind: 'flush' }
  /** The loader inserts the oldest batch, and perhaps stops before it commits it. */
  | { kind: 'insert'; commit: boolean }
  /** Such an operation fails. */
  | { kind: 'fault'; fault: Fault }
  /**
   * The process is killed with appends in flight. Of the bytes that were not acknowledged this share survives, and
   * zeros may follow them.
   */
  | { kind: 'crash'; rows: number[]; survives: number; zeros: number }

const options: Partial<SpoolOptions> = { segmentBytes: 3_000, maxBatchRows: 12 }

/**
 * What senders, the database and an operator know about a spool, compared with it after each step: acknowledged
 * events are there exactly once, refused ones once at most, and the totals add up.
 */
export class SpoolModel implements AsyncDisposable {
  #temporary: TemporarySpool
  #spool: Spool
  #files: FaultyFiles
  #lastEvent = 0
  readonly #acknowledged = new Set<number>()
  /** Events without a response, or refused. Their senders retry. */
  readonly #unacknowledged = new Set<number>()
  /** Those that a restart found in the log: the duplicate check rejects them when their senders repeat them. */
  readonly #surfaced = new Set<number>()
  #duplicates = 0
  /** Every batch that was inserted, by id: text and events. A repetition of a batch is the same insert. */
  readonly #inserted = new Map<string, { text: string; events: number[] }>()

  static async make(): Promise<SpoolModel> {
    const temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open(options)
    return new SpoolModel(temporary, spool, files)
  }

  private constructor(temporary: TemporarySpool, spool: Spool, files: FaultyFiles) {
    this.#temporary = temporary
    this.#spool = spool
    this.#files = files
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'append':
        await this.#append(this.#requests(step.rows, step.again))
        break
      case 'flush':
        await this.#spool.flush()
        break
      case 'insert':
        await this.#insert(step.commit)
        break
      case 'fault':
        this.#files.fail(step.fault)
        return
      case 'crash':
        await this.#crash(this.#requests(step.rows, false), step.survives, step.zeros)
        break
    }
    await this.#compare()
  }

  /** The disk is well, and the database takes all that waits. */
  async end(): Promise<void> {
    this.#files.heal()
    await this.#append(this.#requests([1], true))
    while (this.#spool.pendingRows > 0) await this.#insert(true)
    await this.#compare()
    const events = [...this.#inserted.values()].flatMap((batch) => batch.events)
    expect(sorted(events)).toEqual(sorted([...this.#acknowledged, ...this.#surfaced]))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#temporary[Symbol.asyncDispose]()
  }

  #requests(sizes: readonly number[], again: boolean): number[][] {
    const requests = sizes.map((rows) => Array.from({ length: rows }, () => ++this.#lastEvent))
    const repeated = [...this.#unacknowledged].filter((event) => !this.#surfaced.has(event))
    return again && repeated.length > 0 ? [repeated, ...requests] : requests
  }

  #send(requests: readonly number[][]): Promise<PromiseSettledResult<void>[]> {
    for (const event of requests.flat()) this.#unacknowledged.add(event)
    return Promise.allSettled(
      requests.map((events) => {
        const tally = { received: events.length + 1, accepted: 0, duplicates: 1, rejected: {} }
        return append(this.#spool, overAllTables(...events), tally)
      }),
    )
  }

  async #append(requests: readonly number[][]): Promise<void> {
    const results = await this.#send(requests)
    for (const [i, events] of requests.entries()) {
      if (results[i]?.status !== 'fulfilled') continue
      this.#duplicates++
      for (const event of events) {
        this.#unacknowledged.delete(event)
        this.#acknowledged.add(event)
      }
    }
  }

  async #insert(commit: boolean): Promise<void> {
    await this.#spool.flush()
    // A loader waits for the disk; how long is tested elsewhere.
    if (this.#spool.pendingRows > 0) this.#files.heal()
    else return
    const { batch, text, events, counts } = await nextAttempt(this.#spool)
    expect(counts).toEqual(batch.rows)
    const before = this.#inserted.get(batch.id)
    if (before) expect(text).toBe(before.text)
    this.#inserted.set(batch.id, { text, events })
    if (commit) await this.#spool.commit(batch, counts, 0)
  }

  async #crash(requests: readonly number[][], survives: number, zeros: number): Promise<void> {
    const sync = this.#files.hold('datasync')
    const results = this.#send(requests)
    await Promise.race([sync.reached, results])
    const next = await this.#temporary.copy()
    const last = this.#spool.segments.at(-1)
    if (last) {
      const path = last.path.replace(this.#temporary.directory, next.directory)
      const bytes = (await readFile(path)).length
      await truncate(path, last.bytes + Math.floor(survives * (bytes - last.bytes)))
      await writeFile(path, Buffer.alloc(zeros), { flag: 'a' })
    }
    await this.#temporary[Symbol.asyncDispose]()
    expect((await results).filter(({ status }) => status === 'fulfilled')).toEqual([])

    this.#temporary = next
    const { spool, files } = await next.open(options)
    this.#spool = spool
    this.#files = files
    for (const event of await eventsOnDisk(spool))
      if (this.#unacknowledged.has(event)) this.#surfaced.add(event)
    // A tally that was not acknowledged may have survived with its rows.
    expect(spool.totals.duplicates).toBeGreaterThanOrEqual(this.#duplicates)
    this.#duplicates = spool.totals.duplicates
  }

  async #compare(): Promise<void> {
    const kept = sorted([...this.#acknowledged, ...this.#surfaced])
    expect(sorted(await eventsOnDisk(this.#spool))).toEqual(kept)
    const { totals, cursor, pendingRows } = this.#spool
    expect(totals).toEqual(totalsOf({ accepted: kept.length, duplicates: this.#duplicates }))
    expect(totalRows(cursor.stored) + pendingRows).toBe(totals.accepted)
    expect(EVENT_TABLES).toEqual(expect.arrayContaining(Object.keys(cursor.stored)))
    expect(this.#temporary.lines.filter((line) => line.includes('damaged'))).toEqual([])
  }
}

function sorted(events: readonly number[]): number[] {
  return events.toSorted((a, b) => a - b)
}

import { Beacon, type BeaconReceipt, type SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { EventTable } from '../events/event-tables.ts'
import { acceptBeacon, type Ingest } from '../ingest/accept-beacon.ts'
import { pipeline } from '../ingest/pipeline.ts'
import { RecentAssignments } from '../ingest/assignments.ts'
import type { RequestMetadata } from '../ingest/request-metadata.ts'
import { SeenIds } from '../ingest/seen-ids.ts'
import { IdWindow } from '../spool/id-window.ts'
import { valuesOf } from '../spool/row-block.ts'
import type { Spool, SpoolOptions } from '../spool/spool.ts'
import type { FaultyFiles } from '../spool/testing/faulty-files.ts'
import { TemporarySpool } from '../spool/testing/temporary-spool.ts'
import { aBeaconAtNow, aRequest } from './drafts.ts'

/** A row that was kept, parsed from the bytes that the database will get. */
export interface KeptRow {
  readonly table: EventTable
  readonly row: Record<string, unknown>
}

/** The events that rows are of, in order. */
export function idsOf(rows: readonly KeptRow[]): unknown[] {
  return rows.map(({ row }) => row['event_id'])
}

/**
 * The way of a beacon from the schema to the spool, on a real one in a directory of its own. `await using` removes
 * it. One address has a country: 81.2.69.142 is British.
 */
export class TestIngest implements AsyncDisposable {
  readonly ingest: Ingest
  readonly spool: Spool
  /** Fails on demand. */
  readonly files: FaultyFiles
  /** Erased sessions. */
  readonly erased = new Set<string>()
  /** Tests in which the database has an assignment of a session. */
  readonly assigned = new Map<string, string[]>()
  /** Sessions that were looked up in the database. */
  readonly lookedUp: string[] = []
  /** Whether every query of the database fails. */
  isDatabaseDown = false
  readonly #temporary: TemporarySpool

  static async open(options: Partial<SpoolOptions> = {}): Promise<TestIngest> {
    const temporary = await TemporarySpool.make()
    return new TestIngest(temporary, await temporary.open(options))
  }

  private constructor(temporary: TemporarySpool, { spool, files }: { spool: Spool; files: FaultyFiles }) {
    this.#temporary = temporary
    this.spool = spool
    this.files = files
    const seen = new SeenIds(new IdWindow(1_000_000, () => {}))
    this.ingest = {
      groupCommitFor: () => spool.groupCommit,
      seen,
      collectorId: 'a-collector',
      steps: pipeline({
        countryOf: (address) => (address === '81.2.69.142' ? 'GB' : ''),
        seen,
        isErased: (sessionId) => this.erased.has(sessionId),
        siteHost: 'halfmeasure.test',
      }),
      recentAssignments: new RecentAssignments(),
      assignedTests: async (sessionId) => {
        this.lookedUp.push(sessionId)
        if (this.isDatabaseDown) throw new Error('connect ECONNREFUSED')
        return this.assigned.get(sessionId) ?? []
      },
    }
  }

  /** Accepts a beacon as the route would after its own checks. */
  async send(
    beacon: Partial<SentBeacon> | object,
    request: Partial<RequestMetadata> = {},
  ): Promise<BeaconReceipt> {
    return acceptBeacon(this.ingest, Beacon.parse({ ...aBeaconAtNow(), ...beacon }), aRequest(request))
  }

  /** Takes all rows out of the spool, in the order in which the database gets them. */
  async takeRows(): Promise<KeptRow[]> {
    await this.spool.flush()
    const kept: KeptRow[] = []
    while (this.spool.pendingRows > 0) {
      const batch = await this.spool.nextBatch()
      if (!batch) break
      for (const { table, bytes } of await this.spool.readBatch(batch)) {
        for (const line of bytes.toString().trimEnd().split('\n')) {
          kept.push({ table, row: valuesOf(table, line) })
        }
      }
      await this.spool.commit(batch, batch.rows, 0)
    }
    return kept
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#temporary[Symbol.asyncDispose]()
  }
}

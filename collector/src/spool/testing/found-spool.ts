import { readFile } from 'node:fs/promises'
import { beforeEach } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import type { Seal } from '../batch.ts'
import { type Cursor, startCursor } from '../cursor.ts'
import { nodeFileSystem } from '../file-system.ts'
import { RECORD, scanRecords } from '../record.ts'
import { type Recovered, recover } from '../recover.ts'
import { decodeRows, eventIdsOf } from '../row-block.ts'
import { segmentPath } from '../segment.ts'
import { eventId } from './rows.ts'
import type { Place } from './segment-writer.ts'
import { recordingLogger } from './temporary-spool.ts'

/** Ids of batches. */
export const [A, B, C] = [eventId(0xa), eventId(0xb), eventId(0xc)]

/** What an operator reads of bytes that are lost. */
export const LOST = 'error: spool: damaged bytes set aside; rows in them are lost'

/** A spool's directory as the process before has left it. */
export interface FoundSpool {
  readonly directory: string
  /** What is recovered, from the start or after a cursor, and what an operator reads about it. */
  recover(cursor?: Partial<Cursor>): Promise<Recovered & { lines: string[] }>
  /** Ids of the events whose rows lie, readable, in a batch. */
  eventsIn(batch: Seal | undefined): Promise<string[]>
}

/** A directory for each test of the file, which fills it. */
export function useFoundSpool(): FoundSpool {
  let directory = ''

  beforeEach(() => {
    directory = temporaryDirectory()
  })

  return {
    get directory() {
      return directory
    },
    async recover(cursor) {
      const { log, lines } = recordingLogger()
      const stored = cursor && { ...startCursor('boot'), ...cursor }
      return { ...(await recover(nodeFileSystem, directory, stored, log)), lines }
    },
    async eventsIn(batch) {
      if (!batch) return []
      const { segment, start, end } = batch
      const bytes = (await readFile(segmentPath(directory, segment))).subarray(start, end)
      return [...scanRecords(bytes)].flatMap((item) =>
        item.kind === RECORD.rows ? [...eventIdsOf(decodeRows(item.payload).bytes)] : [],
      )
    },
  }
}

/** The bytes with nothing readable at a place. */
export function damage(bytes: Buffer, { start, end }: Place): Buffer {
  return Buffer.concat([bytes.subarray(0, start), Buffer.alloc(end - start, 0xff), bytes.subarray(end)])
}

/** The bytes with the one at a place wrong. */
export function withWrongByte(bytes: Buffer, at: number): Buffer {
  const wrong = Buffer.from(bytes)
  wrong.writeUInt8(wrong.readUInt8(at) ^ 0xff, at)
  return wrong
}

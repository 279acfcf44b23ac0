import { describe, expect, it } from 'vitest'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { RecordBuffer, readRecord } from './record.ts'
import {
  batchIdOf,
  blankRows,
  decodeRows,
  eventIdsOf,
  rowStarts,
  rowTextsOf,
  sessionOf,
  sessionsIn,
  tableCode,
  withBatchId,
} from './row-block.ts'
import { eventId, row, sessionId } from './testing/rows.ts'

const first = eventId(0xaaaa)
const second = eventId(0xbbbb)

/** The rows as they are stored. */
function stored(...rows: string[]): Buffer {
  const buffer = new RecordBuffer()
  buffer.addRows(0, rows, first)
  const record = readRecord(buffer.bytes, 0)
  if (!record) throw new Error('what was written is a record')
  return decodeRows(record.payload).bytes
}

describe('table codes', () => {
  it('are on disk for ever, so that a table never changes its number', () => {
    expect(EVENT_TABLES.slice(0, 5).map((table) => [table, tableCode(table)])).toEqual([
      ['page_views', 0],
      ['click_events', 1],
      ['conversion_events', 2],
      ['ab_test_assignments', 3],
      ['engagement_events', 4],
    ])
  })

  it('of a newer version stop the reader instead of sending rows to a wrong table', () => {
    expect(() => decodeRows(Buffer.from([200, 1, 0, 0x7b]))).toThrow('table 200')
  })
})

describe('stored rows', () => {
  const texts = ['plain', 'a \n line feed and a " quote', '麦🍺', '["', '', ',"session_9_zzzz"']
  const rows = stored(...texts.map((text, n) => row(n, text)))

  it('begin where the sender’s rows begin, whatever stands in them', () => {
    const starts = [...rowStarts(rows)]
    const ends = [...starts.slice(1), rows.length]
    const parsed = starts.map((start, i) => JSON.parse(rows.toString('utf8', start, ends[i])) as unknown)
    expect(parsed).toEqual(texts.map((text, n) => [first, eventId(n), sessionId(n), text]))
  })

  it('name their events in order', () => {
    expect([...eventIdsOf(rows)]).toEqual(texts.map((_, n) => eventId(n)))
  })

  it('name their batch', () => {
    expect(batchIdOf(rows)).toBe(first)
  })

  it('name their sessions, and nothing that a sender wrote passes for one', () => {
    const sessions = texts.map((_, n) => sessionId(n))
    expect([...sessionsIn(rows)]).toEqual(sessions)
    expect([...rowTextsOf(rows)].map(sessionOf)).toEqual(sessions)
  })

  it('of some sessions are blanked in their places', () => {
    const blanked = Buffer.from(rows)
    expect(blankRows(blanked, (session) => session === sessionId(1))).toBe(1)
    expect(blanked).toHaveLength(rows.length)
    expect([...rowStarts(blanked)]).toEqual([...rowStarts(rows)])
    expect([...sessionsIn(blanked)]).toEqual([0, 2, 3, 4, 5].map(sessionId))
    expect(blankRows(blanked, (session) => session === sessionId(1))).toBe(0)
  })

  it('of nothing name nothing', () => {
    expect([...eventIdsOf(Buffer.alloc(0))]).toEqual([])
  })

  it('are given another batch in a copy, and nothing else of them changes', () => {
    const before = Buffer.from(rows)
    const moved = withBatchId(rows, second)
    expect(rows.equals(before)).toBe(true)
    expect(batchIdOf(moved)).toBe(second)
    expect([...eventIdsOf(moved)]).toEqual([...eventIdsOf(rows)])
    expect(moved.toString()).toBe(rows.toString().replaceAll(`["${first}"`, `["${second}"`))
    expect(withBatchId(moved, first).equals(rows)).toBe(true)
  })
})

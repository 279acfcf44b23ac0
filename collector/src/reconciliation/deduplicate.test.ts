import { describe, expect, it } from 'vitest'
import { laterDuplicates, type StoredEvent } from './deduplicate.ts'

/** A row of an event that a collector stored in a second; its batch is named after it. */
function aRow(
  event_id: string,
  collector_id: string,
  second: number,
  more: Partial<StoredEvent> = {},
): StoredEvent {
  const received_at = `2026-11-20 10:00:0${second}.000`
  const batch_id = `${collector_id}${second}`
  return {
    table: 'page_views',
    event_id,
    batch_id,
    collector_id,
    received_at,
    assignment: '',
    ...more,
  }
}

const removed = (rows: readonly StoredEvent[]) =>
  laterDuplicates(rows).map(({ event_id, batch_id }) => `${event_id} in ${batch_id}`)

describe('rows of one event', () => {
  it('stay where there is one of each', () => {
    expect(removed([aRow('1', 'a', 1), aRow('2', 'a', 1), aRow('3', 'b', 2)])).toEqual([])
  })

  it('go but for the one that arrived first, whatever their order and their table', () => {
    const rows = [
      aRow('1', 'b', 3),
      aRow('1', 'a', 1, { table: 'click_events' }),
      aRow('1', 'c', 2),
      aRow('2', 'c', 2),
    ]
    expect(removed(rows)).toEqual(['1 in c2', '1 in b3'])
  })

  it('that arrived in the same millisecond are ordered by their batches, always the same way', () => {
    const rows = [aRow('1', 'b', 1), aRow('1', 'a', 1)]
    expect(removed(rows)).toEqual(['1 in b1'])
    expect(removed(rows.toReversed())).toEqual(['1 in b1'])
  })

  it('of one collector all stay: that is a finding, not a failover', () => {
    expect(removed([aRow('1', 'a', 1), aRow('1', 'a', 2)])).toEqual([])
  })
})

describe('assignments', () => {
  const assigned = { table: 'ab_test_assignments', assignment: 'session_1_a in cta' } as const

  it('go but for the first of a session in a test, whatever their ids', () => {
    const rows = [aRow('1', 'b', 2, assigned), aRow('2', 'a', 1, assigned), aRow('3', 'a', 1)]
    expect(removed(rows)).toEqual(['1 in b2'])
  })

  it('that are themselves duplicates displace no other row', () => {
    const other = { ...assigned, assignment: 'session_1_a in layout' }
    const rows = [aRow('1', 'a', 1, assigned), aRow('1', 'b', 2, other), aRow('2', 'c', 3, other)]
    expect(removed(rows)).toEqual(['1 in b2'])
  })

  it('go by their ids too', () => {
    const other = { ...assigned, assignment: 'session_1_a in layout' }
    expect(removed([aRow('1', 'a', 1, assigned), aRow('1', 'b', 2, other)])).toEqual(['1 in b2'])
  })
})

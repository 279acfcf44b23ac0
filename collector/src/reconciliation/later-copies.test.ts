import { describe, expect, it } from 'vitest'
import { laterCopies, type StoredCopy } from './later-copies.ts'

function aRow(
  event_id: string,
  batch_id: string,
  second: number,
  more: Partial<StoredCopy> = {},
): StoredCopy {
  const received_at = `2026-11-20 10:00:0${second}.000`
  return {
    table: 'page_views',
    event_id,
    batch_id,
    received_at,
    assignment: '',
    month: '202611',
    day: 0,
    ...more,
  }
}

const left = (rows: readonly StoredCopy[]) =>
  laterCopies(rows).map(({ event_id, batch_id }) => `${event_id} in ${batch_id}`)

describe('rows of one event', () => {
  it('stay where there is one of each', () => {
    expect(left([aRow('a', 'x', 1), aRow('b', 'x', 1), aRow('c', 'y', 2)])).toEqual([])
  })

  it('go but for the one that arrived first, whatever their order and their table', () => {
    const rows = [
      aRow('a', 'y', 3),
      aRow('a', 'x', 1, { table: 'click_events' }),
      aRow('a', 'z', 2),
      aRow('b', 'z', 2),
    ]
    expect(left(rows)).toEqual(['a in z', 'a in y'])
  })

  it('that arrived in the same millisecond are told apart by their batches, always the same way', () => {
    const rows = [aRow('a', 'y', 1), aRow('a', 'x', 1)]
    expect(left(rows)).toEqual(['a in y'])
    expect(left(rows.toReversed())).toEqual(['a in y'])
  })

  it('and of one batch all stay', () => {
    expect(left([aRow('a', 'x', 1), aRow('a', 'x', 1)])).toEqual([])
  })
})

describe('assignments', () => {
  const to = (event_id: string, batch_id: string, second: number, assignment: string) =>
    aRow(event_id, batch_id, second, { table: 'ab_test_assignments', assignment, day: null })

  it('of a session in a test go but for the first, though they are other events', () => {
    expect(left([to('b', 'y', 2, 's in t'), to('a', 'x', 1, 's in t'), to('c', 'y', 2, 's in u')])).toEqual([
      'b in y',
    ])
  })

  it('that are themselves a copy keep nobody else away', () => {
    const rows = [to('a', 'x', 1, 's in t'), to('a', 'y', 2, 's in u'), to('b', 'z', 3, 's in u')]
    expect(left(rows)).toEqual(['a in y'])
  })
})

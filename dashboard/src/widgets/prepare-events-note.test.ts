import { describe, expect, it } from 'vitest'
import { prepareEventsNote } from './prepare-events-note.ts'

const account = { stored: 12, pending: 0, received: 12 }

describe('prepareEventsNote', () => {
  it('says nothing where there are figures', () => {
    expect(prepareEventsNote(account)).toBeNull()
    expect(prepareEventsNote({ stored: 0, pending: 3, received: 3 })).toBeNull()
  })

  it('tells a stack without any event from one whose ClickHouse is away', () => {
    expect(prepareEventsNote({ stored: 0, pending: 0, received: 0 })).toEqual({ about: 'no-events' })
    expect(prepareEventsNote({ stored: null, pending: 0, received: 0 })).toEqual({
      about: 'clickhouse-away',
      waiting: 0,
    })
  })

  it('counts what waits for ClickHouse', () => {
    expect(prepareEventsNote({ ...account, stored: null, pending: 7 })).toEqual({
      about: 'clickhouse-away',
      waiting: 7,
    })
  })
})

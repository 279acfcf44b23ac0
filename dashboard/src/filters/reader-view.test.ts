import { describe, expect, it } from 'vitest'
import { readReaderView, writeReaderView } from './reader-view.ts'

const read = (query: string) => readReaderView(new URLSearchParams(query))

describe('the readers in the address', () => {
  it('are all of them where the address says nothing, or nothing that can be read', () => {
    expect(read('')).toEqual({ state: 'all', q: '' })
    expect(read('state=asleep&q=+')).toEqual({ state: 'all', q: '' })
  })

  it('are read as they were written', () => {
    const view = { state: 'pending', q: 'a+b@c.test' } as const
    expect(read(writeReaderView(view).toString())).toEqual(view)
    expect(writeReaderView(read('')).size).toBe(0)
  })
})

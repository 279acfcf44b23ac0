import { describe, expect, it } from 'vitest'
import { readJourneyView } from './journey-view.ts'

const read = (query: string) => readJourneyView(new URLSearchParams(query))

describe('readJourneyView', () => {
  it('starts at the home page by default', () => {
    expect(read('')).toEqual({ page: '/', direction: 'next', steps: 3 })
  })

  it('takes what the address says', () => {
    expect(read('page=/stories&direction=previous&steps=5')).toEqual({
      page: '/stories',
      direction: 'previous',
      steps: 5,
    })
  })

  it.each(['page=stories', 'direction=back', 'steps=9', 'steps=0', 'steps='])('forgives %s', (query) => {
    expect(read(query)).toEqual(read(''))
  })
})

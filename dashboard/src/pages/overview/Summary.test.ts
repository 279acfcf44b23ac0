import type { Summary } from '@half-measure/shared/stats/overview.ts'
import { describe, expect, it } from 'vitest'
import { botsNote } from './Summary.tsx'

const nobody: Summary = {
  page_views: 0,
  unique_sessions: 0,
  click_events: 0,
  unique_element_types: 0,
  conversions: 0,
  conversion_rate: 0,
  active_tests: 0,
}

describe('the note about bots', () => {
  it('counts the views, clicks and conversions that are left out', () => {
    const everyone = { ...nobody, page_views: 1_200, click_events: 3, conversions: 1 }
    expect(botsNote({ ...nobody, page_views: 200 }, everyone, 'exclude')).toBe(
      '1,004 events of self-declared bots left out.',
    )
  })

  it('is silent while nothing is left out', () => {
    expect(botsNote(nobody, nobody, 'exclude')).toBeNull()
    expect(botsNote({ ...nobody, page_views: 2 }, { ...nobody, page_views: 1 }, 'exclude')).toBeNull()
  })

  it('says that they are among the figures even when there are none', () => {
    expect(botsNote(nobody, { ...nobody, page_views: 1 }, 'include')).toBe(
      '1 event of self-declared bots included.',
    )
    expect(botsNote(nobody, nobody, 'include')).toBe('0 events of self-declared bots included.')
  })
})

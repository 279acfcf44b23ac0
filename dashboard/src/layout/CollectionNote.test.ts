import { describe, expect, it } from 'vitest'
import { collectionProblem } from './CollectionNote.tsx'

describe('collectionProblem', () => {
  it('is null where there are figures, or will be in a moment', () => {
    expect(collectionProblem({ stored: 12, received: 12 })).toBeNull()
    expect(collectionProblem({ stored: 0, received: 3 })).toBeNull()
  })

  it('distinguishes a new stack from one whose ClickHouse is unavailable', () => {
    expect(collectionProblem({ stored: 0, received: 0 })).toBe('no-events')
    expect(collectionProblem({ stored: null, received: 0 })).toBe('clickhouse-unavailable')
    expect(collectionProblem({ stored: null, received: 12 })).toBe('clickhouse-unavailable')
  })
})

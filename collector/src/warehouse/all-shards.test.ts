import { expect, it } from 'vitest'
import type { Spool } from '../spool/spool.ts'
import { allSpools } from './all-shards.ts'

it('is as full as the fullest log, which refuses events however empty the others are', () => {
  const logs = [{ filled: 0.02 }, { filled: 0.6 }, { filled: 0 }]
  expect(allSpools(logs as unknown as Spool[]).filled).toBe(0.6)
})

import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { comparedReport } from './compared-report.ts'

const range = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-08T00:00:00.000Z',
  tz: 'UTC',
  bots: 'exclude',
} as const
const scope = { range, filters: [], compare: 'week' as const }
const now = Date.parse('2026-11-20T00:00:00Z')

describe('comparedReport', () => {
  it('is beside the same of the range compared with, where counting had begun', async () => {
    const report = (since: number | undefined) =>
      comparedReport({ countedSince: async () => since }, scope, now, async ({ range: { from } }) => ({
        from,
      }))
    expect(await report(Date.parse('2026-01-01'))).toEqual({
      from: range.from,
      compared: { from: '2026-10-25T00:00:00.000Z' },
      compared_range: { from: '2026-10-25T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
    })
    expect((await report(Date.parse('2026-11-05'))).compared).toBeNull()
    expect((await report(undefined)).compared).toBeNull()
  })

  it('fails where its reader leaves while it is found out when counting began, and the process goes on', async () => {
    const countedSince = async () => {
      // Unhandled rejections are reported between turns of the event loop.
      await turn()
      await turn()
      return now
    }
    const left = new Error('The reader left.')
    const unhandled: unknown[] = []
    const hear = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', hear)
    try {
      const report = comparedReport({ countedSince }, scope, now, () => Promise.reject(left))
      await expect(report).rejects.toBe(left)
      await turn()
    } finally {
      process.off('unhandledRejection', hear)
    }
    expect(unhandled).toEqual([])
  })
})

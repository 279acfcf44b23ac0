import { expect, it } from 'vitest'
import { perThousand } from './per-thousand.ts'

it('is by a thousand sessions, with two decimals', () => {
  expect(perThousand({ clicks: 1, pounds: 5 }, 300)).toEqual({ clicks: 3.33, pounds: 16.67 })
})

it('is nothing of fewer than 100 sessions: one sign-up in three would lead every list', () => {
  expect(perThousand({ clicks: 1 }, 99)).toBeNull()
  expect(perThousand({ clicks: 1 }, 100)).toEqual({ clicks: 10 })
  expect(perThousand({ clicks: 0 }, 0)).toBeNull()
})

import { expect, it } from 'vitest'
import { buildDay, editionDate } from './edition-date.ts'

const now = new Date('2026-12-04T09:00:00Z')

it('a later build has the edition date it is given, and its own day', () => {
  const env = { EDITION_DATE: '2026-11-20' }
  expect([editionDate(env), buildDay(env, now)]).toEqual(['2026-11-20', '2026-12-04'])
})

it('no build is before its edition', () => {
  expect(buildDay({ EDITION_DATE: '2026-12-11' }, now)).toBe('2026-12-11')
})

it('names the variable that is no date', () => {
  expect(() => buildDay({ EDITION_DATE: 'Friday' }, now)).toThrow('EDITION_DATE is "Friday"')
})

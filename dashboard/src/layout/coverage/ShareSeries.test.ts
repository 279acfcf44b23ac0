import { expect, it } from 'vitest'
import { rangeText } from './ShareSeries.tsx'

const point = (share: number | null, whole: number) => ({ share, whole })
const text = (...points: ReturnType<typeof point>[]) => rangeText('Coverage', 'Page loads', 'day', points)

it('names the lowest and the highest share', () => {
  expect(text(point(41, 900), point(63.5, 30), point(50, 400))).toBe('Coverage: between 41.0% and 63.5%.')
  expect(text(point(null, 0))).toBe('Nothing counted.')
})

it('leaves out shares of few', () => {
  expect(text(point(0, 1), point(41, 900), point(100, 2), point(63.5, 400))).toBe(
    'Coverage: between 41.0% and 63.5%, leaving out days with fewer than 30 page loads.',
  )
  expect(text(point(0, 1), point(100, 29))).toBe('Coverage: every day has fewer than 30 page loads.')
})

import { describe, expect, it } from 'vitest'
import { deltaOf } from './delta.ts'

describe('deltaOf', () => {
  it('is in percent, with a sign, good where more is better', () => {
    expect(deltaOf('sessions', 112, 100)).toEqual({
      text: '+12.0%',
      amount: '12.0%',
      direction: 'up',
      tone: 'good',
    })
    expect(deltaOf('sessions', 88, 100)).toEqual({
      text: '−12.0%',
      amount: '12.0%',
      direction: 'down',
      tone: 'bad',
    })
    expect(deltaOf('sessions', 1_300, 100)?.text).toBe('+1,200%')
  })

  it('is in percentage points for rates, and bad where less would be better', () => {
    expect(deltaOf('bounce_rate', 42.04, 40)).toMatchObject({ text: '+2.0 pp', direction: 'up', tone: 'bad' })
    expect(deltaOf('conversion_rate', 1.5, 0)).toMatchObject({
      text: '+1.5 pp',
      direction: 'up',
      tone: 'good',
    })
  })

  it('calls new what has grown out of nothing, never infinite', () => {
    expect(deltaOf('clicks', 5, 0)).toMatchObject({ text: 'new', direction: 'up', tone: 'good' })
    expect(deltaOf('clicks', 0, 0)).toMatchObject({ text: '0.0%', direction: 'flat', tone: 'neutral' })
  })

  it('is nothing where either side is', () => {
    expect(deltaOf('bounce_rate', null, 40)).toBeNull()
    expect(deltaOf('bounce_rate', 40, null)).toBeNull()
    expect(deltaOf('clicks', 4, undefined)).toBeNull()
  })

  it('takes no side where the change is too small to be shown', () => {
    expect(deltaOf('sessions', 100_001, 100_000)).toMatchObject({
      text: '0.0%',
      direction: 'flat',
      tone: 'neutral',
    })
  })
})

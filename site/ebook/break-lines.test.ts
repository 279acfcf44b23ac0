import { describe, expect, it } from 'vitest'
import { principles } from '../content/ebook-principles.ts'
import { breakLines } from './break-lines.ts'

/** Every character is a point wide. */
const measure = (text: string) => text.length

describe('breakLines', () => {
  it('keeps every word, in order, and no line wider than the column', () => {
    for (const { body } of principles) {
      const lines = breakLines(body, { width: 40, measure })
      expect(lines.join(' ')).toBe(body)
      expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(40)
    }
  })

  it('makes lines alike instead of filling the first', () => {
    expect(breakLines('aaaa bbb cc ddddd eeee ffff', { width: 10, measure })).toEqual([
      'aaaa bbb',
      'cc ddddd',
      'eeee ffff',
    ])
  })

  it('leaves no short word alone on the last line', () => {
    const lines = breakLines('it was raining when we got to the inn at ten', { width: 20, measure })
    expect(lines.at(-1)?.length).toBeGreaterThanOrEqual(6)
  })

  it('keeps a figure with what it counts', () => {
    for (let width = 14; width < 30; width++) {
      for (const line of breakLines('no more than 14 units a week and 4 per cent of it', {
        width,
        measure,
      })) {
        expect(line).not.toMatch(/(?:\d|per)$/)
      }
    }
  })

  it('ends no line on the first short word of a sentence when another break is as good', () => {
    const lines = breakLines('He put down his glass. It had been a long day for all of us', {
      width: 26,
      measure,
    })
    expect(lines[0]).toBe('He put down his glass.')
  })

  it('balances a title', () => {
    expect(
      breakLines('Alcohol-free is a beer like any other', { width: 30, measure, balanced: true }),
    ).toEqual(['Alcohol-free is a', 'beer like any other'])
  })

  it('keeps a title on one line if it fits', () => {
    expect(breakLines('Begin with water', { width: 30, measure, balanced: true })).toEqual([
      'Begin with water',
    ])
  })

  it('refuses a word that is wider than the column', () => {
    expect(() => breakLines('an unbreakable', { width: 8, measure })).toThrow('wider than 8 points')
  })
})

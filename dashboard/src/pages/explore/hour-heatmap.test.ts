import { describe, expect, it } from 'vitest'
import { prepareHourHeatmap } from './hour-heatmap.ts'

const row = (key: string, sessions: number) => ({ key, figures: { sessions } })

describe('prepareHourHeatmap', () => {
  it('is a week of hours, each against the highest', () => {
    const { days } = prepareHourHeatmap([row('1-00', 5), row('7-23', 20)], 'sessions')
    expect(days.map(({ name, cells }) => [name, cells.length])).toEqual([
      ['Monday', 24],
      ['Tuesday', 24],
      ['Wednesday', 24],
      ['Thursday', 24],
      ['Friday', 24],
      ['Saturday', 24],
      ['Sunday', 24],
    ])
    expect(days[0]?.cells[0]).toEqual({ hour: '00', value: 5, heat: 0.25 })
    expect(days[0]?.cells[1]).toEqual({ hour: '01', value: null, heat: 0 })
    expect(days[6]?.cells[23]).toEqual({ hour: '23', value: 20, heat: 1 })
  })

  it('says when most happens, and when nothing does', () => {
    expect(prepareHourHeatmap([row('5-17', 1_240)], 'sessions').sentence).toBe(
      'Sessions peak on Friday at 17:00, with 1,240.',
    )
    expect(prepareHourHeatmap([], 'sessions').sentence).toBe('Nothing in this period.')
  })
})

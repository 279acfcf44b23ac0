import { describe, expect, it } from 'vitest'
import { prepareSparkline } from './prepare-sparkline.ts'

describe('prepareSparkline', () => {
  it('runs from the left to the right, from zero to the highest', () => {
    expect(prepareSparkline([0, 5, 10])).toEqual(['0,1 0.5,0.5 1,0'])
  })

  it('lies on the ground where there is nothing', () => {
    expect(prepareSparkline([0, 0])).toEqual(['0,1 1,1'])
  })

  it('leaves out what is missing', () => {
    expect(prepareSparkline([10, 10, null, 10, 10])).toEqual(['0,0 0.25,0', '0.75,0 1,0'])
    expect(prepareSparkline([null, 10, null])).toEqual([])
    expect(prepareSparkline([10])).toEqual([])
  })
})

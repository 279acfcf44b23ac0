import { describe, expect, it } from 'vitest'
import { closableDays } from './closable-days.ts'

const DAY = 86_400
const at = (day: number, hour = 0) => day * DAY + hour * 3_600
const days = (numbers: readonly number[]) => numbers.map((day) => at(day))
const known = {
  first: at(100),
  completeUntil: new Map<number, number>(),
  lateArrivals: new Map<number, number>(),
}

describe('closableDays', () => {
  it('has nothing to close without events', () => {
    expect(closableDays({ ...known, first: undefined }, at(200))).toEqual([])
  })

  it('takes the latest first, and the day before the first event', () => {
    expect(closableDays(known, at(104))).toEqual(days([102, 101, 100, 99]))
  })

  it('waits until the day after is over', () => {
    expect(closableDays(known, at(103, 23))).toEqual(days([101, 100, 99]))
    expect(closableDays(known, at(104, 1))).toEqual(days([102, 101, 100, 99]))
  })

  it('leaves alone what is closed', () => {
    const completeUntil = new Map([
      [at(99), at(110)],
      [at(101), at(110)],
    ])
    expect(closableDays({ ...known, completeUntil }, at(104))).toEqual(days([102, 100]))
  })

  it('closes again where something arrived that the sums may not have', () => {
    const completeUntil = new Map(days([99, 100, 101, 102]).map((day) => [day, at(110)] as const))
    const arrived = (moment: number) => new Map([[at(101), moment]])
    expect(closableDays({ ...known, completeUntil, lateArrivals: arrived(at(109)) }, at(104))).toEqual([])
    expect(closableDays({ ...known, completeUntil, lateArrivals: arrived(at(110)) }, at(111))).toContain(
      at(101),
    )
  })

  it('waits where the last arrival may not be in the tables yet', () => {
    const lateArrivals = new Map([[at(101), at(104)]])
    expect(closableDays({ ...known, lateArrivals }, at(104))).not.toContain(at(101))
    expect(closableDays({ ...known, lateArrivals }, at(104) + 1)).toContain(at(101))
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordingLogger } from '../spool/testing/temporary-spool.ts'
import { millisecondsUntilHour, scheduleNightly, wasMissed } from './nightly.ts'

const at = (hours: number, minutes: number, day = 20) => new Date(2026, 10, day, hours, minutes)

describe('millisecondsUntilHour', () => {
  it.each([
    ['before the hour', at(1, 30), 90],
    ['on the hour: tomorrow', at(3, 0), 24 * 60],
    ['after the hour: tomorrow', at(23, 15), 3 * 60 + 45],
  ])('%s', (_, now, minutes) => {
    expect(millisecondsUntilHour(now, 3)).toBe(minutes * 60_000)
  })
})

describe('wasMissed', () => {
  it.each([
    ['done last night', at(3, 1), at(10, 0), false],
    ['done in the night before that', at(3, 1, 19), at(10, 0), true],
    ['done last night, and this one is to come', at(3, 1, 19), at(2, 0), false],
    ['not done for a month', at(3, 1, 1), at(2, 0), true],
  ])('%s', (_, last, now, missed) => {
    expect(wasMissed(last.getTime(), now, 3)).toBe(missed)
  })

  it('never done', () => {
    expect(wasMissed(undefined, at(10, 0), 3)).toBe(true)
  })
})

describe('scheduleNightly', () => {
  beforeEach(() => void vi.useFakeTimers({ now: at(10, 0) }))
  afterEach(() => void vi.useRealTimers())

  function schedule(last: Date, nightly: () => Promise<void>, serverTimes = async () => [Date.now()]) {
    const ends: Date[] = []
    const recordNightlyRun = async (end: Date) => void ends.push(end)
    const reconciliation = {
      get lastNightlyRun() {
        return (ends.at(-1) ?? last).getTime()
      },
      nightly,
      recordNightlyRun,
    }
    const services = { expire: vi.fn(async () => {}) }
    const events = { ready: Promise.resolve(), reconciliation }
    const recordDecisions = vi.fn(async () => {})
    const { log, lines } = recordingLogger()
    const schedule = scheduleNightly({
      events,
      services,
      serverTimes,
      afterwards: { 'decisions are recorded': recordDecisions },
      log,
    })
    return { schedule, ends, services, recordDecisions, lines }
  }

  it('catches up soon after a start, and then runs every night', async () => {
    const nightly = vi.fn(async () => {})
    const { ends, services, recordDecisions } = schedule(at(3, 0, 18), nightly)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(nightly).toHaveBeenCalledTimes(1)
    expect(services.expire).toHaveBeenCalledTimes(1)
    expect(recordDecisions).toHaveBeenCalledTimes(1)
    expect(ends).toEqual([at(10, 1)])
    await vi.advanceTimersByTimeAsync(16 * 3_600_000)
    expect(nightly).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(nightly).toHaveBeenCalledTimes(2)
  })

  it('removes nothing when the clock is months after the last night, until somebody confirms it', async () => {
    const nightly = vi.fn(async () => {})
    const { ends, services, lines } = schedule(new Date(2025, 8, 20), nightly)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(nightly).not.toHaveBeenCalled()
    expect(services.expire).not.toHaveBeenCalled()
    expect(lines).toEqual(['error: the nightly work failed; trying again in an hour'])
    ends.push(new Date())
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(nightly).toHaveBeenCalledTimes(1)
  })

  it('removes nothing while the clock of a database server differs by more than an hour', async () => {
    const nightly = vi.fn(async () => {})
    let difference = 3_601_000
    const { services } = schedule(at(3, 0, 18), nightly, async () => [Date.now(), Date.now() - difference])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(nightly).not.toHaveBeenCalled()
    expect(services.expire).not.toHaveBeenCalled()
    difference = 3_599_000
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(nightly).toHaveBeenCalledTimes(1)
  })

  it('has done its work where decisions of experiments could not be recorded', async () => {
    const nightly = vi.fn(async () => {})
    const { ends, recordDecisions } = schedule(at(3, 0, 18), nightly)
    recordDecisions.mockRejectedValueOnce(new Error('too slow'))
    await vi.advanceTimersByTimeAsync(2 * 3_600_000)
    expect([nightly, recordDecisions].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(ends).toEqual([at(10, 1)])
  })

  it('has nothing to catch up after a night that was kept', async () => {
    const nightly = vi.fn(async () => {})
    schedule(at(3, 0), nightly)
    await vi.advanceTimersByTimeAsync(16 * 3_600_000)
    expect(nightly).not.toHaveBeenCalled()
  })

  it('tries what failed once more in an hour, and does not call it done before', async () => {
    const nightly = vi.fn(async () => {}).mockRejectedValueOnce(new Error('unavailable'))
    const { ends } = schedule(at(3, 0, 18), nightly)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(nightly).toHaveBeenCalledTimes(2)
    expect(ends).toHaveLength(1)
  })

  it('does nothing after it was stopped', async () => {
    const nightly = vi.fn(async () => {})
    schedule(at(3, 0, 18), nightly).schedule.stop()
    await vi.advanceTimersByTimeAsync(48 * 3_600_000)
    expect(nightly).not.toHaveBeenCalled()
  })
})

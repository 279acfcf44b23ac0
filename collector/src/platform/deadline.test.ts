import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { stall } from '../testing/stall.ts'
import { afterRunningFor, DeadlineExceededError, Deadline } from './deadline.ts'

describe('Deadline', () => {
  const waiting = (options: { timeoutMs?: number; quietMs?: number }) => {
    const said: string[] = []
    return { said, deadline: new Deadline({ say: (line) => said.push(line), ...options }) }
  }

  it('says nothing about what comes soon', async () => {
    const { said, deadline } = waiting({})
    expect(await deadline.waitFor(() => 'it', Promise.resolve(7))).toBe(7)
    expect(said).toEqual([])
  })

  it('says what it waits for, in the words of the moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { said, deadline } = waiting({ quietMs: 1_000, timeoutMs: 5_000 })
    const work = Promise.withResolvers<void>()
    let what = 'the first'
    const waited = deadline.waitFor(() => what, work.promise)
    vi.advanceTimersByTime(1_000)
    what = 'the second'
    vi.advanceTimersByTime(3_000)
    work.resolve()
    await waited
    expect(said).toEqual([
      'Waiting for the first; giving up in 4 s.',
      'Waiting for the second; giving up in 1 s.',
    ])
  })

  it('gives up, and says after what', async () => {
    const { deadline } = waiting({ timeoutMs: 20 })
    const failed = await deadline
      .waitFor(() => 'godot', new Promise(() => {}))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(DeadlineExceededError)
    expect(String(failed)).toContain('waiting for godot')
  })

  it('passes a failure on', async () => {
    const { deadline } = waiting({})
    await expect(deadline.waitFor(() => 'it', Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})

describe('afterRunningFor', () => {
  it('calls back once, when the time is up, unless it is cancelled', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const called: string[] = []
    afterRunningFor(3_000, () => called.push('one'))
    const cancel = afterRunningFor(3_000, () => called.push('another'))
    vi.advanceTimersByTime(2_900)
    expect(called).toEqual([])
    cancel()
    vi.advanceTimersByTime(60_000)
    expect(called).toEqual(['one'])
  })

  it('does not count a stall', async () => {
    let isCalled = false
    const cancel = afterRunningFor(1_000, () => (isCalled = true))
    stall(1_100)
    // The timers have run by then.
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate)
    expect(isCalled).toBe(false)
    cancel()
  })
})

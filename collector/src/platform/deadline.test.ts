import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DeadlineExceededError, Deadline } from './deadline.ts'

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

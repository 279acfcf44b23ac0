import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
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
    const { said, deadline } = waiting({ quietMs: 5, timeoutMs: 5_000 })
    let what = 'the first'
    setTimeout(() => (what = 'the second'), 20)
    await deadline.waitFor(() => what, sleep(60))
    expect(said[0]).toBe('Waiting for the first; giving up in 5 s.')
    expect(said.at(-1)).toContain('the second')
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

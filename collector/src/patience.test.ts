import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { OutOfPatienceError, Patience } from './patience.ts'

describe('Patience', () => {
  const waiting = (options: { atMostMs?: number; quietMs?: number }) => {
    const said: string[] = []
    return { said, patience: new Patience({ say: (line) => said.push(line), ...options }) }
  }

  it('says nothing about what comes soon', async () => {
    const { said, patience } = waiting({})
    expect(await patience.waitFor(() => 'it', Promise.resolve(7))).toBe(7)
    expect(said).toEqual([])
  })

  it('says what it waits for, in the words of the moment', async () => {
    const { said, patience } = waiting({ quietMs: 5, atMostMs: 5_000 })
    let what = 'the first'
    setTimeout(() => (what = 'the second'), 20)
    await patience.waitFor(() => what, sleep(60))
    expect(said[0]).toBe('Waiting for the first; giving up in 5 s.')
    expect(said.at(-1)).toContain('the second')
  })

  it('gives up, and says after what', async () => {
    const { patience } = waiting({ atMostMs: 20 })
    const failed = await patience
      .waitFor(() => 'godot', new Promise(() => {}))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(OutOfPatienceError)
    expect(String(failed)).toContain('waiting for godot')
  })

  it('passes a failure on', async () => {
    const { patience } = waiting({})
    await expect(patience.waitFor(() => 'it', Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'

describe('a draft that saves itself', () => {
  let saved: string[]
  let states: string[]
  let saver: DraftSaver<string>
  /** Lets the save under way end. */
  let settle: ((error?: Error) => void)[]

  beforeEach(() => {
    vi.useFakeTimers()
    saved = []
    states = []
    settle = []
    saver = createDraftSaver<string>({
      save: (draft) =>
        new Promise((resolve, reject) => {
          settle.push((error) => {
            if (error) return reject(error)
            saved.push(draft)
            resolve()
          })
        }),
      onState: ({ status }) => states.push(status),
    })
  })
  afterEach(() => void vi.useRealTimers())

  const settleNext = async (error?: Error) => {
    settle.shift()?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }

  it('waits for a pause in typing, and saves the newest text once', async () => {
    saver.change('a')
    await vi.advanceTimersByTimeAsync(400)
    saver.change('ab')
    await vi.advanceTimersByTimeAsync(699)
    expect(settle).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    await settleNext()
    expect(saved).toEqual(['ab'])
    expect(states).toEqual(['unsaved', 'unsaved', 'saving', 'saved'])
  })

  it('saves what was typed during a save after it, never at the same time', async () => {
    saver.change('a')
    await vi.advanceTimersByTimeAsync(700)
    saver.change('ab')
    await vi.advanceTimersByTimeAsync(800)
    expect(settle).toHaveLength(1)
    await settleNext()
    expect(settle).toHaveLength(1)
    await settleNext()
    expect(saved).toEqual(['a', 'ab'])
    expect(states.at(-1)).toBe('saved')
  })

  it('keeps text that could not be saved, and saves it on the next flush', async () => {
    saver.change('a')
    const first = saver.flush()
    await settleNext(new Error('offline'))
    expect(await first).toBe(false)
    expect(states.at(-1)).toBe('failed')
    const second = saver.flush()
    await settleNext()
    expect(await second).toBe(true)
    expect(saved).toEqual(['a'])
  })

  it('drops text that could not be saved, when told to', async () => {
    saver.change('a')
    const first = saver.flush()
    await settleNext(new Error('changed meanwhile'))
    expect(await first).toBe(false)
    saver.change('ab')
    saver.discard()
    expect(states.at(-1)).toBe('saved')
    expect(await saver.flush()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saved).toEqual([])
    expect(settle).toEqual([])
  })

  it('has nothing to report of a save that fails once its text is dropped', async () => {
    saver.change('a')
    const flushed = saver.flush()
    saver.discard()
    await settleNext(new Error('changed meanwhile'))
    expect(await flushed).toBe(true)
    expect(states.at(-1)).toBe('saved')
  })

  it('saves unsaved text at once on a flush, and nothing else', async () => {
    saver.change('a')
    const flushed = saver.flush()
    await settleNext()
    expect(await flushed).toBe(true)
    expect(await saver.flush()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saved).toEqual(['a'])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Mutex } from '../platform/mutex.ts'
import { DeadlineExceededError, Deadline } from '../platform/deadline.ts'
import { AuditPause, type Stillness } from './audit-pause.ts'
import { type CollectorBook, NONE, sumOfFigures } from './collector-books.ts'

/** The table that all of them read. */
let books: Map<string, CollectorBook>
let beats: NodeJS.Timeout[]
const NO_AUDIT = { auditing: NONE, paused_for: NONE }

beforeEach(() => {
  books = new Map()
  beats = []
})
afterEach(() => {
  for (const beat of beats) clearInterval(beat)
})

/** A collector by its id, which heeds what it reads; one that does not is busy. */
function aCollector(id: string, { heeds = true } = {}) {
  const mutex = new Mutex()
  // What an earlier test has left running does not write into the next one's.
  const table = books
  const write = async (says: Partial<CollectorBook> = {}) => {
    const figures = sumOfFigures([])
    const fresh = { version: 1, age_ms: 0, silent_ms: 1_000, state: 'writing' } as const
    const before = table.get(id) ?? { collector: id, ...fresh, ...figures, ...NO_AUDIT }
    table.set(id, { ...before, ...says })
  }
  void write()
  const others = () => [...table.values()].filter(({ collector }) => collector !== id)
  const pause = new AuditPause({
    id,
    book: {
      get auditing() {
        return table.get(id)?.auditing ?? NONE
      },
      write,
    },
    others,
    read: async () => others(),
    loader: { exclusively: (task) => mutex.run(task) },
  })
  if (heeds) beats.push(setInterval(() => void pause.heed(), 20))
  const insert = (task: () => Promise<void>) => mutex.run(task)
  const audit = (task: (stillness: () => Promise<Stillness>) => Promise<void>, deadline?: Deadline) =>
    pause.around((stillness) => mutex.run(() => task(stillness)), deadline)
  return { write, insert, audit, pause }
}

const NOBODY = { old: [], writing: [] }

describe('an audit', () => {
  it('begins when the others have ended what they insert, and they go on when it is over', async () => {
    const [auditor, other] = [aCollector('a'), aCollector('b')]
    const done: string[] = []
    const inserted = other.insert(async () => {
      await sleep(300)
      done.push('insert before')
    })
    const audited = auditor.audit(async (stillness) => {
      done.push('audit')
      void other.insert(async () => void done.push('insert after'))
      await sleep(300)
      expect(await stillness()).toEqual(NOBODY)
      done.push('audit ends')
    })
    await Promise.all([inserted, audited])
    await expect.poll(() => done).toEqual(['insert before', 'audit', 'audit ends', 'insert after'])
  })

  it('is made by one after the other where one collector is asked for several at once', async () => {
    const [auditor, other] = [aCollector('a'), aCollector('b')]
    const done: string[] = []
    const ask = (name: string) =>
      auditor.audit(async (stillness) => {
        done.push(`${name} begins`)
        await other.pause.heed()
        await sleep(100)
        expect(await stillness()).toEqual(NOBODY)
        done.push(`${name} ends`)
      })
    await Promise.all([ask('backup'), ask('audit')])
    expect(done).toEqual(['backup begins', 'backup ends', 'audit begins', 'audit ends'])
  })

  it('is made by one after the other where all want one at once', async () => {
    const collectors = ['a', 'b', 'c'].map((id) => aCollector(id))
    let inside = 0
    let made = 0
    await Promise.all(
      collectors.map(({ audit }) =>
        audit(async (stillness) => {
          expect(++inside).toBe(1)
          await sleep(100)
          expect(await stillness()).toEqual(NOBODY)
          inside--
          made++
        }),
      ),
    )
    expect(made).toBe(3)
  })

  it('waits for nobody who has stopped or is gone, and says whose books are old', async () => {
    const auditor = aCollector('a')
    await aCollector('b', { heeds: false }).write({ state: 'stopped' })
    await aCollector('c', { heeds: false }).write({ age_ms: 1_001 })
    await auditor.audit(async (stillness) => expect(await stillness()).toEqual({ old: ['c'], writing: [] }))
  })

  it('hears of one that writes meanwhile: come back, begun anew, or stopped after it had gone on', async () => {
    const [auditor, other] = [aCollector('a'), aCollector('b')]
    const back = aCollector('c', { heeds: false })
    await back.write({ state: 'stopped' })
    await auditor.audit(async (stillness) => {
      expect(await stillness()).toEqual(NOBODY)
      await back.write({ state: 'writing' })
      await other.pause.stop()
      await other.write({ state: 'stopped' })
      aCollector('d', { heeds: false })
      expect(await stillness()).toEqual({ old: [], writing: ['b', 'c', 'd'] })
    })
  })

  it('hears of one that was stopped, inserted what it had, and was back and paused before it was asked', async () => {
    const [auditor, other] = [aCollector('a'), aCollector('b')]
    await other.write({ accepted: 7, pending: 7 })
    await auditor.audit(async (stillness) => {
      await other.write({ accepted: 9, pending: 9 })
      expect(await stillness()).toEqual(NOBODY)
      await other.write({ pending: 0 })
      expect(await stillness()).toEqual({ old: [], writing: ['b'] })
    })
  })

  it('is given up where somebody does not pause in time, and nobody is kept waiting for it', async () => {
    const auditor = aCollector('a')
    aCollector('b', { heeds: false })
    const deadline = new Deadline({ say: () => {}, timeoutMs: 700 })
    const given = auditor.audit(async () => expect.unreachable(), deadline)
    await expect(given).rejects.toThrow(DeadlineExceededError)
    await sleep(700)
    expect(books.get('a')?.auditing).toBe(NONE)
  })
})

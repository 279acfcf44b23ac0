import { describe, expect, it } from 'vitest'
import { VariantSwitches, type VariantSwitch } from './variant-switches.ts'

const AT = Date.parse('2026-11-20T09:00:00Z')

function aSwitch(given: Partial<VariantSwitch> = {}): VariantSwitch {
  return { sessionId: 'session_1_aaaa', testName: 'layout', variant: 'compact', at: AT, ...given }
}

interface Faults {
  readonly isUnavailable?: () => boolean
  readonly isErased?: (sessionId: string) => boolean
}

function open({ isUnavailable = () => false, isErased = () => false }: Faults = {}) {
  const inserted: VariantSwitch[][] = []
  const switches = new VariantSwitches({
    insert: async (rows) => {
      if (isUnavailable()) throw new Error('ClickHouse is unavailable')
      inserted.push([...rows])
    },
    isErased,
    log: { warn() {}, error() {} },
  })
  return { switches, inserted }
}

describe('VariantSwitches', () => {
  it('inserts each once, however often a session sees the variant meanwhile, and nothing where there is nothing', async () => {
    const { switches, inserted } = open()
    await switches.flush()
    for (const given of [{}, { at: AT + 1 }, { variant: 'detailed' }, { testName: 'words' }])
      switches.record(aSwitch(given))
    await switches.flush()
    await switches.flush()
    expect(inserted).toEqual([[aSwitch(), aSwitch({ variant: 'detailed' }), aSwitch({ testName: 'words' })]])
  })

  it('keeps what could not be inserted, with what came meanwhile', async () => {
    let isUnavailable = true
    const { switches, inserted } = open({ isUnavailable: () => isUnavailable })
    switches.record(aSwitch())
    await expect(switches.flush()).rejects.toThrow('unavailable')
    switches.record(aSwitch({ sessionId: 'session_1_bbbb' }))
    isUnavailable = false
    await switches.flush()
    expect(inserted).toEqual([[aSwitch(), aSwitch({ sessionId: 'session_1_bbbb' })]])
  })

  it('inserts nothing of a session that was erased meanwhile, nor of one whose insert had failed', async () => {
    let isUnavailable = true
    const erased = new Set<string>()
    const { switches, inserted } = open({
      isUnavailable: () => isUnavailable,
      isErased: (id) => erased.has(id),
    })
    switches.record(aSwitch())
    await expect(switches.flush()).rejects.toThrow('unavailable')
    erased.add('session_1_aaaa')
    isUnavailable = false
    await switches.flush()
    switches.record(aSwitch())
    await switches.flush()
    expect(inserted).toEqual([])
  })

  it('flushes after the insert that is under way, for an erasure that waits for both', async () => {
    const order: string[] = []
    const release = Promise.withResolvers<void>()
    const switches = new VariantSwitches({
      insert: async ([first]) => {
        await release.promise
        order.push(first?.variant ?? '')
      },
      isErased: () => false,
      log: { warn() {}, error() {} },
    })
    switches.record(aSwitch())
    const first = switches.flush()
    const second = switches.flush().then(() => order.push('flushed'))
    release.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['compact', 'flushed'])
  })
})

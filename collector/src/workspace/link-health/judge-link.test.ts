import { describe, expect, it } from 'vitest'
import { changeOf, isOffline, judgeLink, type LinkRecord, stateOf } from './judge-link.ts'

const night = (n: number) => new Date(Date.UTC(2026, 10, n, 3))

/** A link after nights with these statuses, from the first of the month on; null is no response. */
function after(...statuses: readonly (number | null)[]) {
  let record: LinkRecord | undefined
  const changes: (string | null)[] = []
  for (const [at, status] of statuses.entries()) {
    const next = judgeLink(record, status, night(at + 1))
    changes.push(changeOf(record, next))
    record = next
  }
  return { state: stateOf(record), since: record?.failing_since ?? null, changes }
}

describe('a link', () => {
  it('is unchecked before the first night', () => expect(after().state).toBe('unchecked'))

  it.each([[200], [204], [304]])('works with %i', (status) => {
    expect(after(status)).toEqual({ state: 'working', since: null, changes: [null] })
  })

  it.each([[401], [403], [429], [451], [999]])('refuses programs with %i, which is not dead', (status) => {
    expect(after(status, status, status)).toEqual({
      state: 'refused',
      since: null,
      changes: [null, null, null],
    })
  })

  it.each([[404], [410], [500], [503], [null]])(
    'with %s is dead after two nights, not after one',
    (status) => {
      expect(after(200, status)).toMatchObject({ state: 'failing', changes: [null, null] })
      expect(after(200, status, status)).toEqual({
        state: 'dead',
        since: night(2),
        changes: [null, null, 'died'],
      })
    },
  )

  it('dies once, and is back once', () => {
    const { state, since, changes } = after(404, null, 404, 200, 200)
    expect([state, since]).toEqual(['working', null])
    expect(changes).toEqual([null, 'died', null, 'back', null])
  })

  it('fails in a row or not at all', () => {
    expect(after(404, 200, 404)).toMatchObject({ state: 'failing', since: night(3) })
  })

  it('stays as it was in a night in which it refuses programs', () => {
    expect(after(404, 403, 404)).toMatchObject({ state: 'dead', since: night(1) })
    expect(after(404, 404, 403)).toMatchObject({ state: 'dead', changes: [null, 'died', null] })
  })
})

describe('isOffline', () => {
  const at = (status: number | null, ...hosts: string[]) => hosts.map((host) => ({ host, status }))

  it('is where no site at all responds', () => {
    expect(isOffline(at(null, 'a.test', 'b.test', 'c.test'))).toBe(true)
    expect(isOffline([...at(null, 'a.test', 'b.test', 'c.test'), ...at(503, 'd.test')])).toBe(false)
  })

  it('cannot be told from one or two sites', () => {
    expect(isOffline([])).toBe(false)
    expect(isOffline(at(null, 'a.test', 'a.test', 'a.test', 'b.test'))).toBe(false)
  })
})

import { afterAll, expect, vi } from 'vitest'

/**
 * Setup of every test file: many share a process, so none may leave changes that break the next. Spies are restored
 * here; any other change fails the file that left it.
 */

const before = state()

afterAll(() => {
  vi.restoreAllMocks()
  expect(differences(before, state()), 'what this file has left changed in its process').toEqual([])
})

function state(): Map<string, unknown> {
  return new Map<string, unknown>([
    ['fake timers', vi.isFakeTimers()],
    ['the current directory', process.cwd()],
    ['process.argv', process.argv.join(' ')],
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ...own('', globalThis),
    ...own('Date.', Date),
    ...own('Math.', Math),
    ...own('Temporal.Now.', Temporal.Now),
  ])
}

/** Properties by name, getters not called: some globals are made when first read. */
function own(prefix: string, object: object): (readonly [string, unknown])[] {
  return Reflect.ownKeys(object).map((name) => {
    const property = Object.getOwnPropertyDescriptor(object, name) ?? {}
    return [prefix + String(name), 'value' in property ? property.value : property['get']]
  })
}

/** Set by packages when loaded: `@hono/node-server`, `sharp` and `chrome-launcher`. */
const ALLOWED = new Set(['Request', 'Response', 'process.env.VIPSHOME', 'process.env.DEBUG'])

/** New globals come from loaded packages, so they are allowed; a new variable affects the next file's programs. */
function differences(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] {
  const added = [...other.keys()].filter((name) => name.startsWith('process.env.') && !one.has(name))
  const changed = [...one.keys()].filter((name) => !Object.is(one.get(name), other.get(name)))
  return [...added, ...changed].filter((name) => !ALLOWED.has(name))
}

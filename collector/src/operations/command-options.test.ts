import { describe, expect, it } from 'vitest'
import { COMMAND_OPTIONS } from './command-options.ts'
import { OPERATIONS } from './operations.ts'

describe('the options of the commands', () => {
  it('are those that the usages name', () => {
    const named = OPERATIONS.flatMap(({ usage }) => [...usage.matchAll(/--(\w+)/g)].map(([, name]) => name))
    expect(new Set(Object.keys(COMMAND_OPTIONS))).toEqual(new Set(named))
  })

  it.each(OPERATIONS.map(({ usage }) => usage))('take a value where the usage has one: %s', (usage) => {
    for (const [, name = '', value] of usage.matchAll(/--(\w+)( [<\d])?/g))
      expect({ name, ...COMMAND_OPTIONS[name as keyof typeof COMMAND_OPTIONS] }).toEqual({
        name,
        type: value ? 'string' : 'boolean',
      })
  })
})

import fc from 'fast-check'
import { it } from 'vitest'
import type { Fault } from './testing/faulty-files.ts'
import { SpoolModel, type Step } from './testing/spool-model.ts'

const rows = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })

const code = fc.constantFrom('ENOSPC' as const, 'EIO' as const)
const after = fc.integer({ min: 0, max: 2 })

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ operation: fc.constant('create' as const), code }),
  fc.record({ operation: fc.constant('write' as const), code, after }),
  fc.record({ operation: fc.constant('write' as const), code, after, effect: fc.nat(900) }),
  fc.record({
    operation: fc.constantFrom('write' as const, 'datasync' as const),
    code,
    after,
    effect: fc.constant('whole' as const),
  }),
  fc.record({ operation: fc.constant('datasync' as const), code, after }),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), rows, again: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('insert' as const), commit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'flush' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fault' as const), fault }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      rows,
      survives: fc.double({ min: 0, max: 1, noNaN: true }),
      zeros: fc.constantFrom(0, 0, 3, 500),
    }),
  },
)

it('whatever fails, acknowledged rows are there exactly once, refused ones never twice, and totals are equal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (sequence) => {
      await using model = await SpoolModel.make()
      for (const next of sequence) await model.take(next)
      await model.end()
    }),
    // A run that hangs is a counterexample too.
    { numRuns: 150, timeout: 60_000 },
  )
})

import { z } from 'zod'
import { findExperiment } from '../domain/experiments.ts'
import { common } from './common.ts'

/** A session saw a variant of a test. Only the first one of a session and test is kept. */
export const AbAssignment = z
  .object({
    type: z.literal('ab_assignment'),
    ...common,
    test_name: z.string().max(64),
    variant: z.string().max(64),
  })
  .refine(
    ({ test_name, variant }) =>
      findExperiment(test_name)?.variants.some(({ name }) => name === variant) ?? false,
    { path: ['variant'], message: 'no such test and variant' },
  )

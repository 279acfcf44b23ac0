import { z } from 'zod'

export const ExperimentShares = z.array(
  z.object({
    test_name: z.string(),
    total: z.int(),
    variants: z.array(
      z.object({
        variant: z.string(),
        assignments: z.int(),
        /** Percent of the test's assignments, one decimal. */
        share: z.number(),
      }),
    ),
  }),
)
export type ExperimentShares = z.infer<typeof ExperimentShares>

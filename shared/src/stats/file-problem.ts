import { z } from 'zod'

/** In the `details` of a 400 `invalid_csv`: nothing of such a file is kept. */
export const FileProblem = z.object({
  /** 1 is the first. */
  line: z.int(),
  problem: z.string(),
})
export type FileProblem = z.infer<typeof FileProblem>

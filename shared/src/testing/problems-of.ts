import type { z } from 'zod'

/** The paths at which a schema refuses a value, `events.0` for one; the value itself is an empty path. Empty: accepted. */
export function problemsOf(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []
}

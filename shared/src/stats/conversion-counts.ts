import { z } from 'zod'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'

/** Descending by count. */
export const ConversionCounts = z.array(z.object({ event_type: z.enum(CONVERSION_TYPES), count: z.int() }))
export type ConversionCounts = z.infer<typeof ConversionCounts>

import { z } from 'zod'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'
import { common, PagePath } from './common.ts'
import { JsonObject } from './json-data.ts'
import { text } from '../text.ts'

/** A reader did one of the things the magazine lives on. */
export const Conversion = z.object({
  type: z.literal('conversion'),
  ...common,
  page_path: PagePath,
  event_type: z.enum(CONVERSION_TYPES),
  product_name: text(200).optional(),
  /** 1 is the winner. */
  product_rank: z.int().min(1).max(100).optional(),
  /** In units of `currency`, not pence. */
  value: z.number().min(0).max(1_000_000).optional(),
  /** ISO 4217. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three capital letters, such as GBP')
    .optional(),
  conversion_data: JsonObject.optional(),
})

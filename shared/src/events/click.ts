import { z } from 'zod'
import { common, PagePath } from './common.ts'
import { JsonObject } from './json-data.ts'
import { text } from '../text.ts'

/** A reader used something that was declared as worth counting, or left by an outbound link. */
export const Click = z.object({
  type: z.literal('click'),
  ...common,
  page_path: PagePath,
  /** What kind of thing: `button`, `link`, `outbound`; free text. */
  element_type: text(64).min(1),
  element_id: text(128).optional(),
  click_data: JsonObject.optional(),
})

import { z } from 'zod'
import { common, PagePath } from './common.ts'
import { text } from '../text.ts'

/** The five campaign parameters of the address, as they stood there. */
export const Utm = z.object({
  source: text(256).optional(),
  medium: text(256).optional(),
  campaign: text(256).optional(),
  term: text(256).optional(),
  content: text(256).optional(),
})
export type Utm = z.output<typeof Utm>

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '')
}

/** A page was shown to a reader: once per change of path. */
export const PageView = z.object({
  type: z.literal('page_view'),
  ...common,
  page_path: PagePath,
  page_title: text(512).optional(),
  /** `document.referrer` up to its query, which may name a reader; empty when there is none. */
  referrer: text(2_000).overwrite(withoutQuery).optional(),
  /** CSS pixels of the screen, `390x844`. */
  screen: z
    .string()
    .regex(/^\d{1,5}x\d{1,5}$/, 'width x height, such as 390x844')
    .optional(),
  /** BCP 47, `en-GB`. */
  language: text(35).optional(),
  /** IANA, `Europe/London`. */
  timezone: text(64).optional(),
  utm: Utm.optional(),
})

import { z } from 'zod'
import { normalisePath, PagePath } from '../events/common.ts'
import { text } from '../text.ts'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'

/** Percent of an article's text that the tracker reports. */
export const GOAL_DEPTHS = [25, 50, 75, 100] as const

/** As events have it, so that every spelling of a page counts. */
const Pages = PagePath.overwrite(normalisePath)

/** A goal other than a type of conversion. A path may be a prefix with `*` at its end. */
export const CustomGoal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('page'), path: Pages }),
  z.strictObject({ kind: z.literal('click'), element_id: text(128).min(1) }),
  z.strictObject({ kind: z.literal('scroll'), path: Pages, depth: z.literal(GOAL_DEPTHS) }),
  z.strictObject({
    kind: z.literal('product'),
    event_type: z.enum(CONVERSION_TYPES),
    product: text(200).min(1),
  }),
  z.strictObject({
    kind: z.literal('source'),
    event_type: z.enum(CONVERSION_TYPES),
    /** `source` of `conversion_data`: where on the site it happened. */
    source: text(200).min(1),
  }),
])
export type CustomGoal = z.infer<typeof CustomGoal>

export const MAX_CUSTOM_GOALS = 20

/**
 * What counts as a goal. An event that reaches several goals counts once; a scroll goal counts once for each session and
 * page.
 */
export const Goals = z.strictObject({
  event_types: z.array(z.enum(CONVERSION_TYPES)).refine(isDistinct, 'each type once'),
  custom: z.array(CustomGoal).max(MAX_CUSTOM_GOALS).refine(isDistinct, 'each goal once'),
})
export type Goals = z.infer<typeof Goals>

/** `GET`, `PUT /api/stats/goals`. A change names the `changed_at` that it is based on. */
export const SavedGoals = Goals.extend({
  /** Null until somebody changes them. */
  changed_at: z.iso.datetime().nullable(),
})
export type SavedGoals = z.infer<typeof SavedGoals>

/**
 * The conversions that count as goals unless Settings say otherwise. By name, so that a new type changes no figure by
 * itself; and every view of the review sends a `review_view`, which says no more than the page view.
 */
export const DEFAULT_GOALS: Goals = {
  event_types: ['newsletter_signup', 'ebook_download', 'contact_sent', 'affiliate_click', 'free_gift_click'],
  custom: [],
}

export function pagesOf(path: string): { readonly path: string; readonly isPrefix: boolean } {
  return path.endsWith('*') ? { path: path.slice(0, -1), isPrefix: true } : { path, isPrefix: false }
}

/** Every goal as short text, as the audit log has it: `newsletter_signup`, `page /newsletter`, `75% of /articles/*`. */
export function goalTexts({ event_types, custom }: Goals): string[] {
  return [...event_types, ...custom.map(customText)]
}

function customText(goal: CustomGoal): string {
  switch (goal.kind) {
    case 'page':
      return `page ${goal.path}`
    case 'click':
      return `element ${goal.element_id}`
    case 'scroll':
      return `${goal.depth}% of ${goal.path}`
    case 'product':
      return `${goal.event_type} for ${goal.product}`
    case 'source':
      return `${goal.event_type} from ${goal.source}`
  }
}

function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length
}

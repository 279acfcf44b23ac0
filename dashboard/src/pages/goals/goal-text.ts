import { CONVERSION_LABELS, type ConversionType } from '@half-measure/shared/domain/conversion-types.ts'
import { type ValueLabel, valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { CustomGoal, pagesOf } from '@half-measure/shared/stats/goals.ts'

/** What an editor should know before choosing a type. */
export const TYPE_NOTES: Partial<Record<ConversionType, string>> = {
  newsletter_signup:
    'The form was sent. The address may never be confirmed, or may be subscribed already; Subscribers has the confirmed ones.',
  review_view: 'Sent with every view of the review, so each of its sessions would have a goal.',
}

export type GoalKind = CustomGoal['kind']

export const KIND_LABELS: Readonly<Record<GoalKind, string>> = {
  page: 'Page viewed',
  click: 'Element clicked',
  scroll: 'Scroll depth on a page',
  product: 'Conversion for a product',
  source: 'Conversion from a place',
}

/** What a custom goal is, in a line. */
export function goalText(goal: CustomGoal, labelOf: ValueLabel = valueLabel): string {
  switch (goal.kind) {
    case 'page':
      return `View of ${pagesText(goal.path, labelOf)}`
    case 'click':
      return `Click on element ${goal.element_id}`
    case 'scroll':
      return `${goal.depth}% of ${pagesText(goal.path, labelOf)} read`
    case 'product':
      return `${CONVERSION_LABELS[goal.event_type].one} for ${goal.product}`
    case 'source':
      return `${CONVERSION_LABELS[goal.event_type].one} from ${goal.source}`
  }
}

function pagesText(pages: string, labelOf: ValueLabel): string {
  const { path, isPrefix } = pagesOf(pages)
  return isPrefix ? `any page under ${path}` : labelOf('page', path)
}

/** The goal that the form describes; null where it is not one yet. */
export function readGoal(kind: GoalKind, field: (name: string) => string): CustomGoal | null {
  const draft = {
    page: { kind, path: field('path') },
    click: { kind, element_id: field('element_id') },
    scroll: { kind, path: field('path'), depth: Number(field('depth')) },
    product: { kind, event_type: field('event_type'), product: field('product') },
    source: { kind, event_type: field('event_type'), source: field('source') },
  }[kind]
  const goal = CustomGoal.safeParse(draft)
  return goal.success ? goal.data : null
}

import { DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import { valueLabel } from './value-label.ts'

export const OPERATOR_WORDS: Record<Filter['operator'], string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
}

/** `Page is /a or /b` */
export function filterWords({ operator, dimension, values }: Filter): string {
  const names = values.map((value) => (operator === 'contains' ? value : valueLabel(dimension, value)))
  return `${DIMENSIONS[dimension]} ${OPERATOR_WORDS[operator]} ${names.join(' or ')}`
}

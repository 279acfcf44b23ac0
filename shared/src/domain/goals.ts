import { CONVERSION_TYPES, type ConversionType } from './conversion-types.ts'

/** The conversions that count as goals unless Settings say otherwise: a review view is the shadow of a page view. */
export const DEFAULT_GOALS: readonly ConversionType[] = CONVERSION_TYPES.filter(
  (type) => type !== 'review_view',
)

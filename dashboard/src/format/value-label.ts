import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'

const regions = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })
const languages = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'code' })

/** What stands where an event carries no value. */
const NONE: Partial<Record<Dimension, string>> = {
  source: 'Direct',
  referrer: 'No referrer',
  country: 'Unknown',
  language: 'Unknown',
  category: 'Not an article',
  author: 'Not an article',
}

/** A value as people read it: the name of a country, words for a code. */
export function valueLabel(dimension: Dimension, value: string): string {
  if (value === '') return NONE[dimension] ?? 'None'
  switch (dimension) {
    case 'country':
      return named(regions, value)
    case 'language':
      return named(languages, value)
    case 'event_type':
    case 'device':
    case 'channel':
      return inWords(value)
    default:
      return value
  }
}

/** A code that is none stands as it is. */
function named(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** `affiliate_click` becomes `Affiliate click`. */
function inWords(code: string): string {
  const words = code.replaceAll('_', ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Ai\b/, 'AI')
}

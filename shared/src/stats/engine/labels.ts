import { issueCampaignLabel } from '../../domain/issue-campaign.ts'
import { CONVERSION_LABELS } from '../../domain/conversion-types.ts'
import type { PageTitles } from '../articles.ts'
import { DIMENSIONS, type Dimension, PAGE_DIMENSIONS, READ_MARKS } from './dimensions.ts'
import type { NamedComparison } from './comparison.ts'
import type { Filter } from './stats-query.ts'

const regions = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })
const languages = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'code' })

/** A filter may name a type that does not exist. */
const conversionTypes: Partial<Record<string, { readonly one: string }>> = CONVERSION_LABELS

/** For events without a value. */
const EMPTY_VALUES: Partial<Record<Dimension, string>> = {
  page: 'No page view',
  entry: 'No page view',
  exit: 'No page view',
  source: 'Direct',
  referrer: 'No referrer',
  country: 'Unknown',
  language: 'Unknown',
  category: 'Not an article',
  author: 'Not an article',
}

/** Their values are codes, few enough to be listed in full: people search for the labels. */
export const CODED_DIMENSIONS: ReadonlySet<Dimension> = new Set([
  'country',
  'language',
  'device',
  'channel',
  'event_type',
  'read_depth',
  'hour_of_week',
])

export type ValueLabel = (dimension: Dimension, value: string) => string

/** A dimension's value for people: the name of a country, words for a code. */
export function valueLabel(dimension: Dimension, value: string): string {
  if (value === '') return EMPTY_VALUES[dimension] ?? 'None'
  switch (dimension) {
    case 'country':
      return displayName(regions, value)
    case 'language':
      return displayName(languages, value)
    case 'read_depth':
      return depthLabel(value)
    case 'hour_of_week':
      return hourLabel(value)
    case 'event_type':
      return conversionTypes[value]?.one ?? codeText(value)
    case 'utm_campaign':
      return issueCampaignLabel(value) ?? value
    case 'device':
    case 'channel':
      return codeText(value).replace(/^Ai\b/, 'AI')
    default:
      return value
  }
}

/** `valueLabel` with the titles of pages that have one. */
export function titledLabel(titles: PageTitles): ValueLabel {
  return (dimension, value) => {
    const page = PAGE_DIMENSIONS.has(dimension) && titles.find(({ path }) => path === value)
    return page ? page.title : valueLabel(dimension, value)
  }
}

/** A depth up to the next mark: `75 to 99%`. */
function depthLabel(value: string): string {
  if (value === '100') return 'The end'
  const next = READ_MARKS[READ_MARKS.findIndex((mark) => mark === value) + 1] ?? '100'
  return value === '0' ? 'Below 25%' : `${value} to ${Number(next) - 1}%`
}

/** `5-21` is `Fri 21:00`. */
function hourLabel(value: string): string {
  const [day = '', hour] = value.split('-')
  const name = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][Number(day) - 1]
  return name === undefined ? value : `${name} ${hour}:00`
}

function displayName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** `affiliate_click` becomes `Affiliate click`. */
export function codeText(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const OPERATOR_LABELS: Record<Filter['operator'], string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
}

/** `Page is /a or /b` */
export function filterLabel(
  { operator, dimension, values }: Filter,
  labelOf: ValueLabel = valueLabel,
): string {
  const mark = dimension === 'read_depth' && operator === 'is' ? leastMark(values) : undefined
  if (mark !== undefined) return `${DIMENSIONS[dimension]}: ${markLabel(mark)}`
  const names = values.map((value) => (operator === 'contains' ? value : labelOf(dimension, value)))
  return `${DIMENSIONS[dimension]} ${OPERATOR_LABELS[operator]} ${names.join(' or ')}`
}

/** `75% or more`, `The end` */
export function markLabel(mark: string): string {
  return mark === '100' ? 'The end' : `${mark}% or more`
}

export function depthsFrom(mark: string): string[] {
  return READ_MARKS.filter((depth) => Number(depth) >= Number(mark))
}

/** The lowest of the depths, if they are all from it on; undefined if some are missing. */
function leastMark(depths: readonly string[]): string | undefined {
  return READ_MARKS.find((mark) => depthsFrom(mark).join() === depths.join())
}

export const COMPARISON_LABELS: Record<NamedComparison, string> = {
  previous: 'Previous period',
  week: 'Previous period (match weekdays)',
  month: 'Previous month',
  year: 'Previous year',
  year_weekdays: 'Previous year (match weekdays)',
}

import { isPast } from '../events/order-events.ts'

/** A page that can be found. */
export interface SearchEntry {
  readonly path: string
  readonly title: string
  readonly about: string
  /** Category, writer and the like, as it is shown. */
  readonly meta: string
  /** Each word of the page's text once, lower case, between spaces. */
  readonly words: string
  /** Of an event, `YYYY-MM-DD`. */
  readonly lastDay?: string
}

/** Whether the entry is a past event. Both days are London's. */
export function isOver({ lastDay }: SearchEntry, today: string): boolean {
  return lastDay !== undefined && isPast({ date: lastDay }, today)
}

/** Words as they are compared: lower case, without accents. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f’']/g, '')
      .match(/[a-z0-9]+/g) ?? []
  )
}

/** Weight of a word with the typed prefix, by where it stands. */
const WEIGHTS = { title: 8, meta: 5, about: 3, words: 1 } as const

/** Entries with every word of the query, whole or as a prefix; best first, past events after all others. */
export function findEntries(entries: readonly SearchEntry[], query: string, today: string): SearchEntry[] {
  const terms = wordsOf(query).map(withoutPlural)
  if (terms.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: terms.reduce((sum, term) => sum * scoreOf(entry, term), 1) }))
    .filter(({ score }) => score > 0)
    .sort(
      (one, other) =>
        Number(isOver(one.entry, today)) - Number(isOver(other.entry, today)) || other.score - one.score,
    )
    .map(({ entry }) => entry)
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function scoreOf(entry: SearchEntry, term: string): number {
  const places = Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][]
  return places.reduce((sum, [place, weight]) => {
    const words = wordsOf(entry[place])
    if (words.includes(term)) return sum + 2 * weight
    return words.some((word) => word.startsWith(term)) ? sum + weight : sum
  }, 0)
}

/** Maximum number of wrong, missing or extra letters. */
const MAX_SLIPS = 2
const MAX_WORDS = 3

/** Indexed words spelt nearly like `query`, nearest first. */
export function nearestWords(entries: readonly SearchEntry[], query: string): string[] {
  if (query === '') return []
  const known = new Set(entries.flatMap(({ title, words }) => [...wordsOf(title), ...wordsOf(words)]))
  return [...known]
    .map((word) => ({
      word,
      slips: Math.abs(word.length - query.length) > MAX_SLIPS ? Infinity : slips(word, query),
    }))
    .filter(({ slips: count }) => count <= MAX_SLIPS)
    .sort((one, other) => one.slips - other.slips)
    .slice(0, MAX_WORDS)
    .map(({ word }) => word)
}

/** Levenshtein's distance. */
function slips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

import { londonDay } from '../dates/relative-date.ts'
import { findEntries, isOver, nearestWords, type SearchEntry, wordsOf } from './find-entries.ts'

/** Brings the search page to life. What is typed stays in the browser, and in the address behind its `#`. */
export function start(): void {
  const input = document.querySelector<HTMLInputElement>('[data-search] input')
  const status = document.querySelector('[data-search-status]')
  const results = document.querySelector<HTMLElement>('[data-search-results]')
  const help = document.querySelector<HTMLElement>('[data-search-help]')
  if (!input || !status || !results || !help) return
  let index: Promise<readonly SearchEntry[]> | undefined
  /** Somebody pressed Enter before there were results. */
  let isAwaited = false

  const search = async (): Promise<void> => {
    const query = input.value.trim()
    const { pathname } = location
    history.replaceState(null, '', query ? `${pathname}#q=${encodeURIComponent(query)}` : pathname)
    if (query && !index) status.replaceChildren('Searching…')
    const entries = query ? await (index ??= fetchIndex()) : []
    // A later letter has been typed meanwhile.
    if (query !== input.value.trim()) return
    const today = londonDay(new Date())
    const found = findEntries(entries, query, today)
    help.hidden = found.length > 0
    results.replaceChildren(...found.map((entry) => resultOf(entry, today)))
    status.replaceChildren(
      query ? (found.length > 0 ? counted(found.length) : `Nothing for “${query}”.`) : '',
    )
    if (query && found.length === 0) status.append(...suggestions(entries, query))
    if (isAwaited) goToFirst()
  }

  const goToFirst = (): void => {
    const first = results.querySelector('a')
    first?.focus()
    isAwaited = !first && status.textContent === 'Searching…'
  }

  const fail = (): void => {
    index = undefined
    isAwaited = false
    status.replaceChildren('The index could not be fetched. Please try again.')
  }
  const run = (): void => void search().catch(fail)
  input.addEventListener('input', run)
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    goToFirst()
  })
  for (const part of [input, results])
    part.addEventListener('keydown', (event) => walk(event, input, results))
  addEventListener('hashchange', () => {
    const query = queryInHash()
    // The skip link's.
    if (query === null) return
    input.value = query
    // The link of a suggestion, which the results replace.
    input.focus()
    run()
  })
  // A reader may have typed before this script came.
  input.value ||= queryFor()
  if (input.value) run()
}

async function fetchIndex(): Promise<readonly SearchEntry[]> {
  const response = await fetch('/search.json')
  if (!response.ok) throw new Error(`search.json responded with ${response.status}`)
  return (await response.json()) as readonly SearchEntry[]
}

/** The query in the address: behind `#` here, behind `?` from a form on another page. */
function queryFor(): string {
  return queryInHash() ?? new URLSearchParams(location.search).get('q') ?? ''
}

function queryInHash(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('q')
}

function counted(count: number): string {
  return count === 1 ? 'One result.' : `${count} results.`
}

/** Up and down, from the field through the results and back. */
function walk(event: KeyboardEvent, input: HTMLElement, results: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [input, ...results.querySelectorAll('a')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function resultOf(entry: SearchEntry, today: string): HTMLElement {
  const { path, title, about, meta } = entry
  const link = Object.assign(document.createElement('a'), { href: path, textContent: title })
  const heading = Object.assign(document.createElement('h2'), { className: 'story-title' })
  heading.append(link)
  const label = Object.assign(document.createElement('p'), {
    className: 'label',
    textContent: isOver(entry, today) ? `${meta} · Past Event` : meta,
  })
  const excerpt = Object.assign(document.createElement('p'), {
    className: 'story-excerpt',
    textContent: about,
  })
  const item = document.createElement('li')
  item.append(label, heading, excerpt)
  return item
}

/** Words of the magazine that look like those that were typed. */
function suggestions(entries: readonly SearchEntry[], query: string): (string | Node)[] {
  const words = nearestWords(entries, wordsOf(query).at(-1) ?? '')
  const links = words.map((word) =>
    Object.assign(document.createElement('a'), { href: `#q=${word}`, textContent: word }),
  )
  return links.length === 0
    ? []
    : [' Perhaps ', ...links.flatMap((link, at) => (at === 0 ? [link] : [', ', link])), '?']
}

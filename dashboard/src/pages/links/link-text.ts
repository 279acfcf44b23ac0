import { countOf } from '@half-measure/shared/format-figures.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import {
  type CheckedLink,
  foundText,
  isPartnerLink,
  LINK_STATE_DEFINITIONS,
  LINK_STATES,
} from '@half-measure/shared/stats/link-health.ts'

export const LINK_KINDS = ['all', 'partner', 'other'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export function ofKind(links: readonly CheckedLink[], kind: LinkKind): CheckedLink[] {
  return links.filter(({ href }) => kind === 'all' || isPartnerLink(href) === (kind === 'partner'))
}

/** The links that contain a text, or are on a page that does. */
export function withText(links: readonly CheckedLink[], text: string, labelOf: ValueLabel): CheckedLink[] {
  const wanted = text.toLowerCase()
  return links.filter(({ href, pages }) =>
    [href, ...pages, ...pages.map((page) => labelOf('page', page))].some((part) =>
      part.toLowerCase().includes(wanted),
    ),
  )
}

/** Why no link of a kind is listed: the search, or that the magazine has none. */
export function emptyText(kind: LinkKind, search: string): string {
  if (search !== '') return 'No link, and no page with one, contains this text.'
  return kind === 'partner' ? 'The magazine has no partner links.' : 'The magazine links to no other site.'
}

/** `shop.test/offers?a=1`, `/go/pale` */
export function linkName(href: string): string {
  return href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

/** `3 dead, 1 failed once, 120 work`, of the states that there are. */
export function stateCounts(links: readonly CheckedLink[]): { label: string; count: number }[] {
  const byState = Map.groupBy(links, ({ state }) => state)
  return LINK_STATES.flatMap((state) => {
    const count = byState.get(state)?.length ?? 0
    return count > 0 ? [{ label: LINK_STATE_DEFINITIONS[state].label, count }] : []
  })
}

/** What the last check found: `404`, `no such site`, `200 after 2 redirects`. */
export function checkText({ check }: Pick<CheckedLink, 'check'>): string {
  if (!check) return ''
  const found = foundText(check.status, check.problem)
  return check.redirects > 0 ? `${found} after ${countOf(check.redirects, 'redirect')}` : found
}

/** Where redirects led, if that is another page: not the same one over https, with `www` or a slash. */
export function movedTo({ href, check }: Pick<CheckedLink, 'href' | 'check'>): string | null {
  if (!check || check.redirects === 0 || isPartnerLink(href)) return null
  return linkName(check.url) === linkName(href) ? null : check.url
}

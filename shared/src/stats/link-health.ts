import { z } from 'zod'
import type { FigureDefinition } from './definitions.ts'

/** The target of a link that leaves the magazine: an address, or `/go/<slug>` of a partner. */
const Href = z.string().regex(/^(?:https?:\/\/|\/go\/[^/]+$)/)

/** A link that leaves the magazine. The site's build writes those of all its pages, `links.json`. */
export const SiteLink = z.object({
  href: Href,
  /** Paths of the pages that have it. */
  pages: z.array(z.string().startsWith('/')).min(1),
})
export type SiteLink = z.infer<typeof SiteLink>

export const SiteLinks = z.array(SiteLink)
export type SiteLinks = z.infer<typeof SiteLinks>

/** Whether a link is one that the magazine may be paid for. */
export function isPartnerLink(href: string): boolean {
  return href.startsWith('/')
}

/** Nights in a row after which a link that does not work counts as dead: one bad night says nothing. */
export const DEAD_AFTER_NIGHTS = 2

export const LINK_STATES = ['dead', 'failing', 'refused', 'working', 'unchecked'] as const
export const LinkState = z.enum(LINK_STATES)
export type LinkState = z.infer<typeof LinkState>

export const LINK_STATE_DEFINITIONS: Readonly<Record<LinkState, FigureDefinition>> = {
  dead: {
    label: 'Dead',
    definition: `Did not work for ${DEAD_AFTER_NIGHTS} nights or more in a row: no response, or an error such as 404 or 503. Open it to be sure.`,
  },
  failing: { label: 'Failed once', definition: 'Did not work last night. One bad night says nothing.' },
  refused: {
    label: 'Blocks bots',
    definition:
      'The site responds, but does not let programs in (401, 403, 429, 451 or 999). Readers may well see the page; open it to be sure.',
  },
  working: { label: 'Works', definition: 'Responded when it was last checked.' },
  unchecked: { label: 'Not checked', definition: 'Not checked yet.' },
}

/** Why there was no response. */
export const LinkProblem = z.enum([
  'unknown_host',
  'address_not_allowed',
  'not_http',
  'tls',
  'unreachable',
  'too_slow',
  'too_many_redirects',
])
export type LinkProblem = z.infer<typeof LinkProblem>

/** What the last check of a link found. */
export const LinkCheck = z.object({
  at: z.iso.datetime(),
  /** Status of the last response; null without one. */
  status: z.int().nullable(),
  problem: LinkProblem.nullable(),
  /** Where redirects led. */
  url: z.string(),
  redirects: z.int(),
  /** Milliseconds of all requests together. */
  ms: z.int(),
})

export const CheckedLink = z.object({
  ...SiteLink.shape,
  state: LinkState,
  /** The night since which it has not worked; null if it works. */
  failing_since: z.iso.datetime().nullable(),
  /** Null before the first. */
  check: LinkCheck.nullable(),
  /** By readers who accepted, in the last 28 days; null if too few for the viewer to see. */
  clicks: z.int().nullable(),
})
export type CheckedLink = z.infer<typeof CheckedLink>

/** `GET /api/stats/links`: every link that leaves the magazine. */
export const LinkHealth = z.object({
  /** Whether links are checked every night, which the configuration says. */
  is_checking: z.boolean(),
  /** Time of the last night's check; null before the first. */
  checked_at: z.iso.datetime().nullable(),
  /** Dead links first, then the most clicked. */
  links: z.array(CheckedLink),
})
export type LinkHealth = z.infer<typeof LinkHealth>

const PROBLEM_WORDS: Readonly<Record<LinkProblem, string>> = {
  unknown_host: 'no such site',
  address_not_allowed: 'leads into a private network',
  not_http: 'leads to no web page',
  tls: 'invalid certificate',
  unreachable: 'no connection',
  too_slow: 'no response in time',
  too_many_redirects: 'too many redirects',
}

/** `404`, or why there was no response. */
export function foundText(status: number | null, problem: LinkProblem | null): string {
  return problem === null ? String(status ?? '') : PROBLEM_WORDS[problem]
}

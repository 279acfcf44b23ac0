import { dashboardPaths } from '@half-measure/shared/dashboard-paths.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { titledLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { foundText, type LinkProblem } from '@half-measure/shared/stats/link-health.ts'
import {
  type Block,
  button,
  type EmailContent,
  link,
  paragraph,
  shortSubject,
} from '../../email/email-content.ts'
import type { Notice, NoticeContext } from '../alerts/notice.ts'

/** A link that died, or a dead link that works again or that no page has any more. */
export interface ChangedLink {
  readonly href: string
  /** Paths of the pages that contain it, if any. */
  readonly pages: readonly string[]
  readonly status: number | null
  readonly problem: LinkProblem | null
}

const WORDS = {
  died: { event: 'links.dead', one: 'A link is dead', are: 'are dead' },
  back: { event: 'links.back', one: 'A dead link works again', are: 'work again' },
  // For programs, which close what `links.dead` opened.
  removed: {
    event: 'links.back',
    one: 'A dead link is no longer on any page',
    are: 'that were dead are no longer on any page',
  },
} as const

/** One notice for all links that changed alike in a night. */
export function linkNotice(
  change: keyof typeof WORDS,
  links: readonly ChangedLink[],
  { at, dashboard, titles }: NoticeContext,
): Notice {
  const { event, one, are } = WORDS[change]
  const [first] = links
  const title =
    links.length === 1 && first ? `${one}: ${first.href}` : `${countOf(links.length, 'link')} ${are}`
  return {
    event,
    title,
    headline: title,
    text: links.map((changed) => `${changed.href}: ${detailText(changed, titles)}.`).join(' '),
    url: `${dashboard}${dashboardPaths.links}`,
    at,
    details: { links: links.map(({ href, pages, status, problem }) => ({ href, pages, status, problem })) },
  }
}

/** `404, on Drinking a Christmas Tree and 2 other pages`; `404 at the last check` if no page has it. */
function detailText({ pages: [first, ...others], status, problem }: ChangedLink, titles: PageTitles): string {
  const found = foundText(status, problem)
  if (first === undefined) return `${found} at the last check`
  const more = others.length > 0 ? ` and ${countOf(others.length, 'other page')}` : ''
  return `${found}, on ${titledLabel(titles)('page', first)}${more}`
}

/** Maximum links in an email. */
const MAX_LISTED = 30

export function linkEmail(
  { title, text, url }: Notice,
  links: readonly ChangedLink[],
  { dashboard, titles }: Omit<NoticeContext, 'at'>,
): EmailContent {
  const listed = links.slice(0, MAX_LISTED)
  const blocks: Block[] = [
    { kind: 'fields', rows: listed.map((changed) => [changed.href, detailText(changed, titles)] as const) },
  ]
  if (listed.length < links.length)
    blocks.push(paragraph(`And ${countOf(links.length - listed.length, 'other link')}.`))
  return {
    subject: shortSubject(title),
    preview: shortSubject(text),
    title,
    blocks: [...blocks, button('Open link health', url)],
    closing: [
      paragraph('A link is dead after two nights in which it did not work.'),
      paragraph('You get this because you turned on alerts in the dashboard.'),
      link('Change that', `${dashboard}${dashboardPaths.reports}`),
    ],
  }
}

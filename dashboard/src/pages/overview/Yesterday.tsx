import { DEFAULT_COMPARISON } from '@half-measure/shared/stats/engine/comparison.ts'
import { readBrief } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSION_DEFINITIONS, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { Link } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import { scopeHref } from '../../filters/scope.ts'
import { exploreHref, pageHref, type ScopeLinks } from '../../filters/value-hrefs.ts'
import { formatDay } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import type { Day } from '../../time/day.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { briefSentences } from './brief-text.ts'

const DEFINED = [
  DEFINITIONS.brief,
  METRICS.sessions,
  { label: DIMENSIONS.channel, definition: DIMENSION_DEFINITIONS.channel ?? '' },
]

/** It changes at midnight; late events change it a little. */
const FRESH_MS = 10 * 60_000

/** What an editor should know of yesterday: three sentences, each with a link to its figures. */
export function Yesterday() {
  const result = useApiQuery(readBrief, {}, { staleTime: FRESH_MS, refetchInterval: FRESH_MS })
  const dayOf = result.status === 'ready' ? formatDay(result.data.day) : ''
  return (
    <Panel title="Yesterday" note={dayOf}>
      <Loaded result={result} what="Yesterday" rows={3}>
        {(brief) => {
          const sentences = briefSentences(brief)
          const { article, channel } = brief
          const links = linksOf(brief.day as Day)
          return (
            <ul className="brief">
              <li>
                <Link to={links.hrefOf(paths.explore)}>{sentences.total}</Link>
              </li>
              {article && (
                <li>
                  <Link to={pageHref(links, article.path)}>{sentences.article}</Link>
                </li>
              )}
              {channel && (
                <li>
                  <Link to={exploreHref(links, 'channel', channel.channel)}>{sentences.channel}</Link>
                </li>
              )}
            </ul>
          )
        }}
      </Loaded>
      <Definitions of={DEFINED} />
    </Panel>
  )
}

/** Addresses about a day, whatever period the page shows. By its date, because yesterday may be another one by now. */
function linksOf(day: Day): ScopeLinks {
  const range = { kind: 'days', from: day, to: day } as const
  return {
    hrefOf: (path, own) =>
      scopeHref({ range, bots: 'exclude', compare: DEFAULT_COMPARISON, filters: [] }, path, own),
  }
}

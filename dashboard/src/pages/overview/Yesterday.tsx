import { readBrief } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { Link } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { exploreHref, pageHref } from '../../filters/value-hrefs.ts'
import { formatDay } from '../../format/time.ts'
import { href, paths } from '../../paths.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { briefSentences } from './brief-words.ts'

/** It changes at midnight; late events change it a little. */
const FRESH_MS = 10 * 60_000

/** What an editor should know of yesterday, in three sentences, each of which leads to its figures. */
export function Yesterday() {
  const result = useApiQuery(readBrief, {}, { freshMs: FRESH_MS })
  const dayOf = result.status === 'ready' ? formatDay(result.data.day) : ''
  return (
    <Panel title="Yesterday" note={dayOf}>
      <Loaded result={result} what="Yesterday" rows={3}>
        {(brief) => {
          const sentences = briefSentences(brief)
          const { article, channel } = brief
          return (
            <ul className="brief">
              <li>
                <Link to={YESTERDAY.hrefOf(paths.explore)}>{sentences.total}</Link>
              </li>
              {article && (
                <li>
                  <Link to={pageHref(YESTERDAY, article.path)}>{sentences.article}</Link>
                </li>
              )}
              {channel && (
                <li>
                  <Link to={exploreHref(YESTERDAY, 'channel', channel.channel)}>{sentences.channel}</Link>
                </li>
              )}
            </ul>
          )
        }}
      </Loaded>
      <Definitions of={[DEFINITIONS.brief]} />
    </Panel>
  )
}

/** Addresses about that day, whatever period the page shows. */
const YESTERDAY: Pick<UsedScope, 'hrefOf'> = {
  hrefOf: (path, own = {}) =>
    href(path, new URLSearchParams({ period: 'yesterday', ...(own as Record<string, string>) })),
}

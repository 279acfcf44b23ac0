import { publication } from '@half-measure/shared/publication.ts'
import { SessionList } from '@half-measure/shared/stats/sessions.ts'
import { useMemo } from 'react'
import { usePages } from '../api/use-pages.ts'
import { BotsChoice } from '../filters/BotsChoice.tsx'
import { dayAt } from '../filters/day.ts'
import { PeriodPicker } from '../filters/PeriodPicker.tsx'
import { spanPeriod } from '../filters/span.ts'
import { useExploreView } from '../filters/use-explore-view.ts'
import { visitsQuestion } from '../filters/visits-question.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { MoreButton } from '../ui/MoreButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ShortcutHelp } from '../ui/ShortcutHelp.tsx'
import { useNow } from '../ui/use-now.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { FilterBar } from '../widgets/filter-bar/FilterBar.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { VisitTable } from '../widgets/visits/VisitTable.tsx'
import { exploreShortcutList, exploreShortcuts } from './explore-shortcuts.ts'
import { Room } from './Room.tsx'
import { ScopeBar } from '../filters/ScopeBar.tsx'

/** The visits behind the figures, one by one. Its address speaks the overview's language. */
export function VisitsPage() {
  const { view, problems, change } = useExploreView(paths.visits)
  const { filters, span, bots } = view
  const { x: _, ...shortcuts } = exploreShortcuts(view, change)
  useShortcuts(shortcuts)
  const now = useNow()
  const today = dayAt(now, publication.timeZone)
  const period = useMemo(() => spanPeriod(span, today, bots), [span, bots, today])
  const params = visitsQuestion(period, filters, now)
  const { answer, more } = usePages({
    about: 'visits',
    path: '/api/stats/sessions',
    params,
    schema: SessionList,
  })
  const visits = answer.status === 'ready' ? answer.data.flatMap(({ sessions }) => sessions) : []
  return (
    <Room
      title="Visits"
      subtitle="What single sessions did; nobody is known from one to the next"
      content="visits"
      tools={
        <>
          <ShortcutHelp shortcuts={exploreShortcutList.filter(({ key }) => key !== 'X')} />
          <SignOutButton />
        </>
      }
    >
      <ScopeBar
        period={<PeriodPicker span={span} today={today} onChange={(span) => change({ span })} />}
        filterCount={filters.length}
      >
        <BotsChoice bots={bots} onChange={(bots) => change({ bots })} />
        <FilterBar filters={filters} period={period} onChange={(filters) => change({ filters })} />
      </ScopeBar>
      {problems.length > 0 && <Alert tone="notice">{problems.join(' ')}</Alert>}
      <Figures answer={answer} what="The visits" skeleton={<Skeleton rows={12} />}>
        {() =>
          visits.length === 0 ? (
            <Empty>
              {filters.length === 0 ? 'No visits in this period.' : 'No visit in this period is like that.'}
            </Empty>
          ) : (
            <VisitTable visits={visits} />
          )
        }
      </Figures>
      <MoreButton more={more} />
    </Room>
  )
}

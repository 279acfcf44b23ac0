import { useMemo, type ReactNode } from 'react'
import { publication } from '@half-measure/shared/publication.ts'
import { periodOf } from '../filters/date-range.ts'
import { dayAt } from '../filters/day.ts'
import { DateRangePicker } from '../filters/DateRangePicker.tsx'
import { withBots, type Period } from '../filters/period.ts'
import type { Tab } from '../filters/tab.ts'
import { useView } from '../filters/use-view.ts'
import { writeView } from '../filters/view.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useNow } from '../ui/use-now.ts'
import { BotsNote } from '../widgets/BotsNote.tsx'
import { ConversionTypes } from '../widgets/ConversionTypes.tsx'
import { Experiments } from '../widgets/Experiments.tsx'
import { Freshness } from '../widgets/Freshness.tsx'
import { RecentEvents } from '../widgets/RecentEvents.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { SummaryCards } from '../widgets/SummaryCards.tsx'
import { TopElements } from '../widgets/TopElements.tsx'
import { TopPages } from '../widgets/TopPages.tsx'
import { ViewsByDay } from '../widgets/ViewsByDay.tsx'
import { Room } from './Room.tsx'

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'clicks', label: 'Click Analysis' },
  { id: 'conversions', label: 'Conversions' },
  { id: 'experiments', label: 'A/B Tests' },
] as const

export function AnalyticsPage() {
  const { view, problems, change } = useView()
  const today = dayAt(useNow(), publication.timeZone)
  const period = useMemo(
    () => withBots(periodOf(view.range, today), view.bots),
    [view.range, view.bots, today],
  )
  return (
    <Room
      title="Analytics Dashboard"
      subtitle="Track user behavior and conversions"
      content="figures"
      tools={
        <>
          <DateRangePicker range={view.range} onChange={(range) => change({ range })} />
          <SignOutButton />
          <Freshness live={period.endsNow} />
        </>
      }
    >
      {problems.length > 0 && <Alert tone="notice">{problems.join(' ')}</Alert>}
      <SummaryCards period={period} />
      <BotsNote
        period={period}
        withThem={paths.analytics(writeView({ ...view, bots: 'include' }))}
        withoutThem={paths.analytics(writeView({ ...view, bots: 'exclude' }))}
      />
      <Tabs label="Breakdowns" tabs={TABS} selected={view.tab} onSelect={(tab) => change({ tab })}>
        {CONTENTS[view.tab](period)}
      </Tabs>
    </Room>
  )
}

const CONTENTS: Record<Tab, (period: Period) => ReactNode> = {
  overview: (period) => (
    <div className="grid">
      <div className="grid-wide">
        <ViewsByDay period={period} />
      </div>
      <TopPages period={period} />
      <RecentEvents period={period} />
    </div>
  ),
  clicks: (period) => <TopElements period={period} />,
  conversions: (period) => <ConversionTypes period={period} />,
  experiments: (period) => <Experiments period={period} />,
}

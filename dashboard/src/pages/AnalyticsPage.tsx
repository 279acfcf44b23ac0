import { useMemo, type ReactNode } from 'react'
import { useLoaderData } from 'react-router-dom'
import { publication } from '@half-measure/shared/publication.ts'
import { periodOf } from '../filters/date-range.ts'
import { dayAt } from '../filters/day.ts'
import { DateRangePicker } from '../filters/DateRangePicker.tsx'
import type { Period } from '../filters/period.ts'
import type { Tab } from '../filters/tab.ts'
import { useView } from '../filters/use-view.ts'
import { sitePaths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useNow } from '../ui/use-now.ts'
import { ConversionTypes } from '../widgets/ConversionTypes.tsx'
import { Experiments } from '../widgets/Experiments.tsx'
import { Freshness } from '../widgets/Freshness.tsx'
import { RecentEvents } from '../widgets/RecentEvents.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { SummaryCards } from '../widgets/SummaryCards.tsx'
import { TopElements } from '../widgets/TopElements.tsx'
import { TopPages } from '../widgets/TopPages.tsx'
import { ViewsByDay } from '../widgets/ViewsByDay.tsx'
import type { AnalyticsData } from './analytics-access.ts'
import { useSite } from './use-site.ts'

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'clicks', label: 'Click Analysis' },
  { id: 'conversions', label: 'Conversions' },
  { id: 'experiments', label: 'A/B Tests' },
] as const

export function AnalyticsPage() {
  const { email } = useLoaderData<AnalyticsData>()
  const { view, problems, change } = useView()
  const today = dayAt(useNow(), publication.timeZone)
  const period = useMemo(() => periodOf(view.range, today), [view.range, today])
  return (
    <>
      <title>{`Analytics Dashboard · ${publication.name}`}</title>
      <a className="skip" href="#figures">
        Skip to the figures
      </a>
      <header className="masthead">
        <div className="masthead-title">
          <Wordmark />
          <h1>Analytics Dashboard</h1>
          <p className="subtitle">Track user behavior and conversions</p>
        </div>
        <div className="masthead-tools">
          <DateRangePicker range={view.range} onChange={(range) => change({ range })} />
          <SignOutButton />
          <Freshness live={period.endsNow} />
        </div>
      </header>
      <main id="figures" tabIndex={-1}>
        {problems.length > 0 && <Alert tone="notice">{problems.join(' ')}</Alert>}
        <SummaryCards period={period} />
        <Tabs label="Breakdowns" tabs={TABS} selected={view.tab} onSelect={(tab) => change({ tab })}>
          {CONTENTS[view.tab](period)}
        </Tabs>
      </main>
      <footer className="colophon">
        <p>Signed in as {email}</p>
        <p>© 2025 {publication.name}. Drink responsibly.</p>
      </footer>
    </>
  )
}

function Wordmark() {
  const site = useSite()
  if (site === null) return <span className="wordmark">{publication.name}</span>
  return (
    <a className="wordmark" href={site + sitePaths.home}>
      {publication.name}
    </a>
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

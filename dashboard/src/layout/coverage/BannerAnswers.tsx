import type { Banners, Coverage } from '@half-measure/shared/stats/coverage.ts'
import { COVERAGE_DEFINITIONS } from '@half-measure/shared/stats/coverage-definitions.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Empty } from '../../ui/Loaded.tsx'
import { type Column, figureColumn, Table } from '../../ui/Table.tsx'
import { ShareSeries } from './ShareSeries.tsx'

interface BannerAnswersProps extends Pick<Coverage, 'totals' | 'series' | 'counted_since'> {
  period: Period
  interval: Bucket
}

const ANSWERS = [
  ['accepted', COVERAGE_DEFINITIONS.bannersAccepted],
  ['rejected', COVERAGE_DEFINITIONS.bannersRejected],
  ['ignored', COVERAGE_DEFINITIONS.bannersIgnored],
] as const

/** How readers responded to the banner, in all and over time. */
export function BannerAnswers(props: BannerAnswersProps) {
  const {
    totals: { banners },
    series,
    counted_since,
    period,
    interval,
  } = props
  const { shown } = banners
  if (shown === 0)
    return (
      <Empty>
        No banner was shown in this period. A reader who has not chosen sees one on each page; open the
        magazine in a private window to see it counted.
      </Empty>
    )
  const rows = ANSWERS.map(([answer, { label }]) => ({ label, count: banners[answer] }))
  const columns: Column<(typeof rows)[number]>[] = [
    { header: 'Answer', value: ({ label }) => label, render: ({ label }) => label },
    figureColumn(
      { ...COVERAGE_DEFINITIONS.bannersShown, label: 'Banners' },
      ({ count }) => count,
      formatCount,
    ),
    figureColumn(
      { label: 'Share', unit: 'percent', definition: 'Of banners shown.' },
      ({ count }) => (count * 100) / shown,
      formatShare,
    ),
  ]
  const part = (answer: keyof Banners) => (point: { banners: Banners }) => point.banners[answer]
  return (
    <>
      <Table
        caption={`Answers to ${formatCount(shown)} banners`}
        columns={columns}
        rows={rows}
        keyOf={({ label }) => label}
        layout="narrow"
        barOf={({ count }) => count / shown}
        file={fileName('consent-banners', period)}
      />
      <ShareSeries
        title="Share of banners accepted"
        points={series}
        counted_since={counted_since}
        interval={interval}
        period={period}
        share={{
          of: COVERAGE_DEFINITIONS.bannerAcceptance,
          value: ({ banners: { shown, accepted } }) => (shown === 0 ? null : (accepted * 100) / shown),
        }}
        whole={{ of: COVERAGE_DEFINITIONS.bannersShown, value: part('shown') }}
        parts={ANSWERS.map(([answer, of]) => ({ of, value: part(answer) }))}
        file="consent-banners"
      />
    </>
  )
}

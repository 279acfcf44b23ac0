import {
  HOURS_COUNTED,
  ISSUE_FIGURES,
  type IssueReport as Report,
  type IssueScorecard,
  MIN_COMPARED_ISSUES,
  MIN_COUNTING_OPENS,
  perEmail,
} from '@half-measure/shared/audience/issue-report.ts'
import { countOf, formatCount, formatFigure, formatShare } from '@half-measure/shared/format-figures.ts'
import { readIssueReport } from '@half-measure/shared/routes/audience.ts'
import { labelWithUnit } from '@half-measure/shared/stats/definitions.ts'
import { useApiQuery } from '../../api/queries.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { changeOf } from '../../format/metric.ts'
import { siteOrigin } from '../../layout/site.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { RankedList } from '../../ui/RankedList.tsx'
import { type Column, figureColumn, Table } from '../../ui/Table.tsx'

/** Counts are stored every few seconds, and there is no need to poll more often. Milliseconds. */
const POLL_MS = 15_000

/** An issue beside earlier ones. */
export function IssueScore({ id, file }: { id: string; file: string }) {
  const labelOf = useLinkLabel()
  return (
    <Loaded result={useIssueReport(id)} what="The scorecard" rows={7}>
      {({ scorecard, links, counts }) => {
        const [best] = links.toSorted((a, b) => b.clicks - a.clicks)
        return (
          <Panel title="Scorecard" note={comparisonOf(scorecard)}>
            <Table
              caption="This issue beside the issues before"
              columns={columnsOf(scorecard)}
              rows={scorecard.figures}
              keyOf={({ name }) => name}
              layout="narrow"
              file={`${file}-scorecard`}
            />
            {best && best.clicks > 0 && (
              <p>
                Best link: {labelOf(best.url)}, {formatCount(best.clicks)} of{' '}
                {countOf(counts.clicks, 'click')}
              </p>
            )}
            <Definitions of={Object.values(ISSUE_FIGURES)} />
          </Panel>
        )
      }}
    </Loaded>
  )
}

/** What became of an issue's emails. */
export function IssueClicks({ id, file }: { id: string; file: string }) {
  const labelOf = useLinkLabel()
  return (
    <Loaded result={useIssueReport(id)} what="Opens and clicks" rows={4}>
      {({ counts, links }) => (
        <Panel title="Opens and clicks" note="Numbers only: no open or click belongs to a reader">
          <div className="stack">
            <FigureList figures={figuresOf(counts)} />
            <RankedList
              caption="Links of the issue"
              nameHeader="Link"
              countHeader="Clicks"
              definition={ISSUE_FIGURES.click_rate.definition}
              unit="click"
              rows={links.map(({ url, clicks }) => ({ name: labelOf(url), count: clicks }))}
              empty="This issue has no links."
              file={`${file}-links`}
            />
            <Definitions
              of={[ISSUE_FIGURES.open_rate, ISSUE_FIGURES.click_rate, ISSUE_FIGURES.unsubscribe_rate]}
            />
          </div>
        </Panel>
      )}
    </Loaded>
  )
}

function useIssueReport(id: string) {
  return useApiQuery(readIssueReport, { params: { id } }, { refetchInterval: POLL_MS })
}

/** A page of the magazine by its title, anything else by its address. */
function useLinkLabel(): (url: string) => string {
  const labelOf = useValueLabel()
  return (url) => {
    const page = linkedPage(url, siteOrigin())
    return page === undefined ? linkText(url) : labelOf('page', page)
  }
}

function figuresOf(counts: Report['counts']) {
  const { delivered, counting_opens, opens, clicks, unsubscribes, machine_opens, machine_clicks } = counts
  const share = (count: number) => {
    const rate = perEmail(count, delivered)
    return rate === null ? undefined : `${formatShare(rate)} of ${countOf(delivered, 'email')}`
  }
  return [
    {
      label: 'Opens',
      value: opens === null ? 'withheld' : formatCount(opens),
      note:
        opens === null
          ? `${countOf(counting_opens, 'subscriber allows it', 'subscribers allow it')}; shown from ${MIN_COUNTING_OPENS} on`
          : `counted in ${countOf(counting_opens, 'email')}, whose readers allow it`,
    },
    { label: 'Clicks', value: formatCount(clicks), note: share(clicks) },
    { label: 'Unsubscribed', value: formatCount(unsubscribes), note: share(unsubscribes) },
    {
      label: 'Left out',
      value: formatCount((machine_opens ?? 0) + machine_clicks),
      note: machine_opens === null ? 'clicks by mail scanners' : 'opens and clicks by mail scanners',
    },
  ]
}

type Figure = IssueScorecard['figures'][number]

function columnsOf({ compared: issues }: IssueScorecard): readonly Column<Figure>[] {
  const median = (figure: Figure) => figure.median
  return [
    {
      header: 'Figure',
      render: ({ name }) => ISSUE_FIGURES[name].label,
      saved: [
        { header: 'Figure', value: ({ name }) => labelWithUnit(ISSUE_FIGURES[name]) },
        { header: 'What it counts', value: ({ name }) => ISSUE_FIGURES[name].definition },
      ],
    },
    figureColumn({ label: 'This issue' }, ({ value }) => value, shown),
    {
      // Not every issue has every figure.
      ...figureColumn({ label: 'Median' }, median, (value, figure) =>
        figure.compared < issues
          ? `${shown(value, figure)}, of ${countOf(figure.compared, 'issue')}`
          : shown(value, figure),
      ),
      saved: [
        { header: 'Median', value: median },
        { header: 'Issues compared', value: ({ compared }) => compared },
      ],
    },
    {
      header: 'Difference',
      isNumeric: true,
      // Half of all issues are below the median: that is neither good nor bad.
      render: ({ name, value, median }) => (
        <DeltaMark delta={changeOf({ ...ISSUE_FIGURES[name], better: 'neither' }, value, median)} />
      ),
    },
  ]
}

function shown(value: number, { name }: Figure): string {
  const { unit } = ISSUE_FIGURES[name]
  return unit === 'percent' ? formatShare(value) : formatFigure(unit, value)
}

/** `First 7 days, beside the median of the 10 issues before` */
function comparisonOf({ hours, compared }: IssueScorecard): string {
  const first =
    hours === 0
      ? 'Figures after the first hour'
      : hours === HOURS_COUNTED
        ? 'First 7 days'
        : `First ${countOf(hours, 'hour')} so far`
  return compared < MIN_COMPARED_ISSUES
    ? `${first}; compared once ${MIN_COMPARED_ISSUES} issues were sent before`
    : `${first}, beside the median of the ${compared} issues before`
}

/** The page of the magazine that a link of an issue leads to, if it leads there. @param site the magazine's origin. */
export function linkedPage(url: string, site: string): string | undefined {
  const { origin, pathname } = new URL(url)
  return origin === site ? pathname : undefined
}

/** A link to elsewhere, as people write it. */
export function linkText(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

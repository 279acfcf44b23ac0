import { readExperiment } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { type ExperimentGoal, goalLabel } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { countOf, formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { formatLongDay } from '../../format/time.ts'
import { addDays, parseDay } from '../../time/day.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, figureColumn, Table } from '../../ui/Table.tsx'
import { InterimChart } from './InterimChart.tsx'
import { differenceRange, liftRange, rateRange, rateWords } from './measured.ts'
import { afterLabel, VERDICT_LABELS } from './verdict.ts'

/** Days are analysed once they are complete, so nothing changes within minutes. */
const POLL_MS = 5 * 60_000

interface ExperimentPanelProps {
  test: string
  /** Null for the test's own. */
  goal: ExperimentGoal | null
  /** How the test ended; of one that runs, by what it is judged. */
  note?: string
  /** What can be done with the test. */
  tools?: ReactNode
  /** Before the result. */
  children?: ReactNode
}

export function ExperimentPanel({ test, goal, note, tools, children }: ExperimentPanelProps) {
  const query = { test, ...(goal && { goal }) }
  const result = useApiQuery(readExperiment, { query }, { pollMs: POLL_MS })
  return (
    <Panel
      title={test}
      note={note ?? (result.status === 'ready' ? `By ${goalLabel(result.data.goal).toLowerCase()}` : '')}
      tools={tools}
    >
      <div className="stack">
        {children}
        <Loaded result={result} rows={8} what="The results of this test">
          {(result) => <Results result={result} />}
        </Loaded>
      </div>
    </Panel>
  )
}

/** The verdict in words first; nothing else of a test that cannot be trusted. */
function Results({ result }: { result: ExperimentResult }) {
  const control = result.variants.find(({ is_control }) => is_control)?.variant ?? ''
  const isTrusted = result.variants.every(({ verdict }) => verdict?.kind !== 'unhealthy')
  return (
    <div className="stack">
      <Verdicts result={result} />
      {isTrusted && <VariantTable result={result} />}
      <p className="note" data-status={result.split.status}>
        {splitSentences(result).join(' ')}
      </p>
      {isTrusted && (
        <div className="grid">
          {result.variants
            .filter(({ is_control }) => !is_control)
            .map(({ variant }) => (
              <InterimChart key={variant} result={result} variant={variant} control={control} />
            ))}
        </div>
      )}
    </div>
  )
}

type Verdict = NonNullable<ExperimentResult['variants'][number]['verdict']>

function Verdicts({ result }: { result: ExperimentResult }) {
  const verdicts = result.variants.flatMap(({ variant, verdict }) => (verdict ? [{ variant, verdict }] : []))
  const isSame = new Set(verdicts.map(({ verdict }) => verdict.sentence)).size === 1
  return (
    <div className="stack">
      {isSame && verdicts[0] ? (
        <VerdictLine kind={verdicts[0].verdict.kind} sentence={result.sentence} since={null} />
      ) : (
        verdicts.map(({ variant, verdict }) => <VerdictLine key={variant} {...verdict} />)
      )}
      <p className="note">{terms(result)}</p>
    </div>
  )
}

function VerdictLine({ kind, sentence, since }: Pick<Verdict, 'kind' | 'sentence' | 'since'>) {
  const { label, tone } = VERDICT_LABELS[kind]
  return (
    <p className="verdict" data-tone={tone}>
      <strong>{label}</strong>
      <span>
        {afterLabel(label, sentence)}
        {since !== null && ` Decided on ${longDay(since)}.`}
      </span>
    </p>
  )
}

/** What the verdict is based on: how long the test has run, and what was fixed before it began. */
function terms({ first_day, days, plan, decides, ended, goal }: ExperimentResult): string {
  const began = first_day === null ? null : parseDay(first_day)
  if (ended) {
    const since = began ? `Began on ${longDay(began)}; ` : ''
    return `${since}${countOf(days, 'complete day')} counted, by ${goalLabel(goal).toLowerCase()}. Nothing after the end is in these figures.`
  }
  const last = began && ` (${longDay(addDays(began, plan.max_days - 1))})`
  const run = `${began ? `Began on ${longDay(began)}. ` : ''}${countOf(days, 'complete day')} counted; verdicts are possible from day ${plan.min_days} to day ${plan.max_days}${last ?? ''}.`
  if (!decides) return `${run} Another goal decides this test, so that nobody picks the goal that fits.`
  const chance = Math.round(plan.alpha * 100)
  return `${run} Checking every day is safe: the chance of any false verdict is at most ${chance} in 100 over the whole test.`
}

function longDay(day: string): string {
  return formatLongDay(new Date(`${day}T12:00:00Z`))
}

/** Whether sessions were split as planned; otherwise no figure of the test means anything. */
function splitSentences({ split, switchers, variants, bots, ended }: ExperimentResult): string[] {
  const open = variants.reduce((sum, { open }) => sum + open.exposures, 0)
  const leftOut = [
    open > 0 && `${countOf(open, 'session')} of ${ended ? 'the day it ended' : 'today, which is not over'}`,
    bots > 0 && `${countOf(bots, 'session')} of bots`,
  ].filter(Boolean)
  const checked = {
    too_little: 'Split of sessions: too few to check yet.',
    ok: `Split of sessions: as planned (p ${pWords(split.p)}).`,
    mismatch: `Split of sessions: not as planned since ${split.failed_on ?? 'today'} (p ${pWords(split.p)}).`,
  }[split.status]
  return [
    checked,
    ...(switchers.sessions > 0
      ? [
          `${countOf(switchers.sessions, 'session')} saw two variants (${formatShare(switchers.share * 100)}).`,
        ]
      : []),
    ...(leftOut.length > 0 ? [`Not counted: ${leftOut.join('; ')}.`] : []),
  ]
}

function pWords(p: number | null): string {
  if (p === null) return 'unknown'
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}

type Variant = ExperimentResult['variants'][number]

/** Who saw each variant, how many converted, and how it differs from the control. */
function VariantTable({ result: { goal, variants, test } }: { result: ExperimentResult }) {
  const sessions = variants.reduce((sum, { exposures }) => sum + exposures, 0)
  const highest = Math.max(0, ...variants.map(({ rate, rate_interval }) => rate_interval?.[1] ?? rate ?? 0))
  const isValue = goal === 'value'
  const columns: Column<Variant>[] = [
    {
      header: 'Variant',
      value: ({ variant }) => variant,
      render: ({ variant, is_control, weight }) => (
        <>
          {variant}{' '}
          <span className="note">
            {is_control && 'control, '}planned {formatShare(weight * 100)}
          </span>
        </>
      ),
    },
    figureColumn(
      DEFINITIONS.exposedSessions,
      ({ exposures }) => exposures,
      (exposures) => (
        <>
          {formatCount(exposures)}{' '}
          {sessions > 0 && <span className="note">{formatShare((exposures * 100) / sessions)}</span>}
        </>
      ),
    ),
    figureColumn(
      { ...DEFINITIONS.converted, ...(isValue && { label: 'With any value' }) },
      ({ converters }) => converters,
      formatCount,
    ),
    figureColumn(
      isValue ? DEFINITIONS.variantValue : DEFINITIONS.variantRate,
      ({ rate }) => rate,
      (rate, { rate_interval }) => (
        <>
          {rateWords(goal, rate)}
          {rate_interval && (
            <>
              <RateBar rate={rate} interval={rate_interval} highest={highest} />
              <span className="note">{rateRange(goal, rate_interval)}</span>
            </>
          )}
        </>
      ),
    ),
    figureColumn(
      { label: 'Difference from control' },
      ({ comparison }) => comparison?.difference ?? null,
      (_, { comparison }) =>
        comparison && (
          <>
            {differenceRange(goal, comparison.interval)}{' '}
            {comparison.lift_interval && <span className="note">{liftRange(comparison.lift_interval)}</span>}
          </>
        ),
    ),
  ]
  return (
    <Table
      caption={`Variants of ${test}`}
      columns={columns}
      rows={variants}
      keyOf={({ variant }) => variant}
      layout="wide"
      file={`half-measure-experiment-${test}`}
    />
  )
}

interface RateBarProps {
  rate: number
  /** Its 95 % interval. */
  interval: readonly [number, number]
  /** The end of the scale, of all variants. */
  highest: number
}

/** The figures stand beside it. */
function RateBar({ rate, interval: [low, high], highest }: RateBarProps) {
  const at = (value: number) => (highest > 0 ? Math.max(value, 0) / highest : 0) * 100
  return (
    <svg className="rate-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <path className="rate-scale" d="M0 4H100" />
      <path className="rate-interval" d={`M${at(low)} 4H${at(high)}`} />
      <path className="rate" d={`M${at(rate)} 0V8`} />
    </svg>
  )
}

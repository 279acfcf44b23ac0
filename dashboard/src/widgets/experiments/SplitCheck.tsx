import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { countOf, formatShare } from '../../format/number.ts'

interface SplitCheckProps {
  result: ExperimentResult
}

/** Whether visits were shared out as planned; if not, no figure of the test means anything. */
export function SplitCheck({ result }: SplitCheckProps) {
  const { switchers, bots, variants } = result
  const open = variants.reduce((sum, { open }) => sum + open.exposures, 0)
  const left = [
    open > 0 && `${countOf(open, 'visit')} of today, which is not over,`,
    bots > 0 && `${countOf(bots, 'visit')} of bots`,
  ].filter(Boolean)
  return (
    <p className="split-check" data-status={result.split.status}>
      {splitSentence(result)}
      {switchers.visits > 0 &&
        ` ${countOf(switchers.visits, 'visit')} saw two variants (${formatShare(switchers.share * 100)}).`}
      {left.length > 0 && ` Left out: ${left.join(' and ').replace(/,$/, '')}.`}
    </p>
  )
}

function splitSentence({ split }: ExperimentResult): string {
  switch (split.status) {
    case 'too_little':
      return 'Split of visits: too few to check yet.'
    case 'ok':
      return `Split of visits: as planned (p ${pWords(split.p)}).`
    case 'mismatch':
      return `Split of visits: not as planned since ${split.failed_on ?? 'today'} (p ${pWords(split.p)}).`
  }
}

function pWords(p: number | null): string {
  if (p === null) return 'unknown'
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}

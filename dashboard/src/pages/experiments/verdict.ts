import type { ExperimentResult, VerdictKind } from '@half-measure/shared/stats/experiments-result.ts'

interface VerdictLabel {
  label: string
  /** Whether it calls for action, warns, or neither. */
  tone: 'good' | 'bad' | 'open'
}

export const VERDICT_LABELS: Readonly<Record<VerdictKind, VerdictLabel>> = {
  keep: { label: 'Keep', tone: 'good' },
  stop: { label: 'Stop', tone: 'bad' },
  no_difference: { label: 'No large difference', tone: 'open' },
  unhealthy: { label: 'Not trustworthy', tone: 'bad' },
  undecided: { label: 'Undecided', tone: 'open' },
  cannot_tell: { label: 'Cannot tell yet', tone: 'open' },
  too_early: { label: 'Too early', tone: 'open' },
  no_data: { label: 'No sessions yet', tone: 'open' },
  described: { label: 'Figures only', tone: 'open' },
}

/** A verdict's sentence, to follow its label without repeating it. */
export function afterLabel(label: string, sentence: string): string {
  if (!sentence.startsWith(`${label}: `)) return sentence
  const rest = sentence.slice(label.length + 2)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** The rest of a test's sentence, after the verdicts of its variants. */
export function afterVerdicts({
  sentence,
  variants,
}: Pick<ExperimentResult, 'sentence' | 'variants'>): string {
  const verdicts = variants.flatMap(({ verdict }) => verdict?.sentence ?? []).join(' ')
  return sentence.startsWith(verdicts) ? sentence.slice(verdicts.length).trim() : ''
}

import { DEFINITIONS, type FigureDefinition, labelWithUnit } from '@half-measure/shared/stats/definitions.ts'
import {
  FUNNEL_SPLITS,
  type FunnelResult,
  type FunnelSplit,
  FunnelSteps,
  FunnelWindow,
} from '@half-measure/shared/stats/funnels.ts'
import { readFunnelStep } from '@half-measure/shared/stats/funnels-step.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { PageParams } from '../../filters/scope.ts'
import type { SavedColumn } from '../../ui/table-csv.ts'

export interface FunnelView {
  steps: string[]
  /** Minutes from the first step to the last. */
  window: number
  /** What its sessions are split by. */
  split: FunnelSplit | null
}

/** What the magazine is made for. */
export const DEFAULT_FUNNEL: FunnelView = {
  steps: ['page:/articles/*', 'page:/newsletter', 'conversion:newsletter_signup'],
  window: 30,
  split: null,
}

/** Reads the address; defaults replace invalid parameters. */
export function readFunnelView(params: URLSearchParams): FunnelView {
  return {
    steps: FunnelSteps.catch(DEFAULT_FUNNEL.steps).parse(params.getAll('step')),
    window: FunnelWindow.catch(DEFAULT_FUNNEL.window).parse(params.get('window') ?? undefined),
    split: FUNNEL_SPLITS.find((split) => split === params.get('by')) ?? null,
  }
}

export function funnelParams({ steps, window, split }: FunnelView): PageParams {
  return { step: steps, window: window === DEFAULT_FUNNEL.window ? null : String(window), by: split }
}

export const STEP_KINDS = [
  { value: 'page', label: 'Page' },
  { value: 'conversion', label: 'Conversion' },
  { value: 'element', label: 'Element' },
] as const
export type StepKind = (typeof STEP_KINDS)[number]['value']

/** A step as the fields of a form. */
export interface StepParts {
  kind: StepKind
  value: string
}

export function partsOf(step: string): StepParts {
  const kind = readFunnelStep(step)?.kind ?? 'page'
  return { kind, value: step.slice(step.indexOf(':') + 1) }
}

export function stepOf({ kind, value }: StepParts): string {
  return `${kind}:${value.trim()}`
}

/** The pages of a step. */
export interface StepPages {
  /** Keeps the page views of all of them, and maybe of others. */
  filter: Filter
  includes: (page: string) => boolean
}

/** Null for steps that are not about pages. */
export function pagesOf(step: string): StepPages | null {
  const read = readFunnelStep(step)
  if (read?.kind !== 'page') return null
  const { path, isPrefix } = read
  return {
    // There is no filter on how a path begins.
    filter: { operator: isPrefix ? 'contains' : 'is', dimension: 'page', values: [path] },
    includes: (page) => (isPrefix ? page.startsWith(path) : page === path),
  }
}

/** `Views /newsletter`, `Views a page under /articles/`, `Converts: Newsletter sign-up`. */
export function stepLabel(step: string, labelOf: ValueLabel): string {
  const read = readFunnelStep(step)
  switch (read?.kind) {
    case 'page':
      return read.isPrefix ? `Views a page under ${read.path}` : `Views ${labelOf('page', read.path)}`
    case 'conversion':
      return `Converts: ${labelOf('event_type', read.type)}`
    case 'element':
      return `Clicks ${read.element}`
    case undefined:
      return step
  }
}

type Step = FunnelResult['steps'][number]

const FROM_FIRST: FigureDefinition = {
  label: 'Of the first step',
  unit: 'percent',
  definition: 'Sessions at the step, divided by those at the first.',
}
const FROM_PREVIOUS: FigureDefinition = {
  label: 'Of the previous step',
  unit: 'percent',
  definition: 'Sessions at the step, divided by those at the one before.',
}

/** A file of the steps. @param days the compared days, if any. */
export function stepColumns(
  labelOf: ValueLabel,
  days: string | undefined,
): readonly SavedColumn<Step & { before: Step | undefined }>[] {
  const { funnelSessions, funnelDropOut } = DEFINITIONS
  return [
    { header: 'Step', value: ({ step }) => stepLabel(step, labelOf) },
    { header: funnelSessions.label, ...funnelSessions, value: ({ sessions }) => sessions },
    { header: FROM_FIRST.label, ...FROM_FIRST, value: ({ of_first }) => of_first },
    { header: FROM_PREVIOUS.label, ...FROM_PREVIOUS, value: ({ of_previous }) => of_previous },
    { header: funnelDropOut.label, ...funnelDropOut, value: ({ lost }) => lost },
    ...(days === undefined
      ? []
      : [
          {
            header: `${labelWithUnit(funnelSessions)}, ${days}`,
            value: ({ before }: { before: Step | undefined }) => before?.sessions ?? null,
          },
          {
            header: labelWithUnit({ ...FROM_FIRST, label: `${FROM_FIRST.label}, ${days}` }),
            value: ({ before }: { before: Step | undefined }) => before?.of_first ?? null,
          },
        ]),
  ]
}

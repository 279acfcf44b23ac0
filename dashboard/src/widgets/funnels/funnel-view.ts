import { FunnelSteps, FunnelWindow } from '@half-measure/shared/stats/funnels.ts'
import { readFunnelStep } from '@half-measure/shared/stats/funnels-step.ts'

export interface FunnelView {
  steps: string[]
  /** Minutes from the first step to the last. */
  window: number
}

/** The way the magazine is made for, shown until somebody asks for another one. */
export const USUAL_FUNNEL: FunnelView = {
  steps: ['page:/articles/*', 'page:/newsletter', 'conversion:newsletter_signup'],
  window: 30,
}

/** What the address asks for; steps that cannot be read are the usual ones. */
export function readFunnelView(params: URLSearchParams): FunnelView {
  return {
    steps: FunnelSteps.catch(USUAL_FUNNEL.steps).parse(params.getAll('step')),
    window: FunnelWindow.catch(USUAL_FUNNEL.window).parse(params.get('window') ?? undefined),
  }
}

/** The parts of the address that ask for it. */
export function writeFunnelView({ steps, window }: FunnelView): Record<string, string | string[] | null> {
  return { step: steps, window: window === USUAL_FUNNEL.window ? null : String(window) }
}

export const STEP_KINDS = { page: 'Page', conversion: 'Conversion', element: 'Element' } as const
export type StepKind = keyof typeof STEP_KINDS

/** A step as a form has it. */
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

/** `sees /newsletter`, `sees any page under /articles/`, `conversion: newsletter signup`. */
export function stepWords(step: string): string {
  const read = readFunnelStep(step)
  switch (read?.kind) {
    case 'page':
      return read.isPrefix ? `Sees a page under ${read.path}` : `Sees ${read.path}`
    case 'conversion':
      return `Converts: ${read.type.replaceAll('_', ' ')}`
    case 'element':
      return `Clicks ${read.element}`
    case undefined:
      return step
  }
}

/** One variant and the share of sessions it gets. Weights of a test add up to 1. */
export interface Variant {
  readonly name: string
  readonly weight: number
}

export interface Experiment {
  readonly name: string
  /** The first variant is the control: what readers without consent see. */
  readonly variants: readonly [Variant, ...Variant[]]
}

export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'review_page_layout',
    variants: [
      { name: 'default', weight: 0.4 },
      { name: 'compact', weight: 0.3 },
      { name: 'detailed', weight: 0.3 },
    ],
  },
  {
    name: 'cta_button_text',
    variants: [
      { name: 'Learn More', weight: 0.4 },
      { name: 'Check Price', weight: 0.3 },
      { name: 'Get This Product', weight: 0.3 },
    ],
  },
]

/** The test of that name that runs now, if any. */
export function findExperiment(name: string): Experiment | undefined {
  return EXPERIMENTS.find((experiment) => experiment.name === name)
}

import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'

interface PanelFacts {
  readonly title: string
  /** What it can be split by; the first one unless the address says otherwise. */
  readonly dimensions: readonly [Dimension, ...Dimension[]]
}

/** The breakdowns of the overview, in their order. */
export const PANELS = {
  pages: { title: 'Pages', dimensions: ['page', 'entry', 'exit'] },
  sources: { title: 'Sources', dimensions: ['channel', 'source', 'referrer'] },
  content: { title: 'Articles', dimensions: ['category', 'author'] },
  campaigns: {
    title: 'Campaigns',
    dimensions: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  },
  actions: { title: 'Actions', dimensions: ['event_type', 'product', 'element'] },
  experiments: { title: 'Experiments', dimensions: ['experiment', 'variant'] },
  places: { title: 'Places', dimensions: ['country', 'language'] },
  technology: { title: 'Technology', dimensions: ['device', 'browser', 'os', 'screen'] },
} as const satisfies Record<string, PanelFacts>

export type PanelId = keyof typeof PANELS
export const panelIds = Object.keys(PANELS) as PanelId[]

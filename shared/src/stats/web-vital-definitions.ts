import type { FigureDefinition } from './definitions.ts'
import type { Vital } from './web-vitals.ts'

/** What the figures of web vitals measure. */
export const VITAL_DEFINITIONS = {
  lcp: {
    label: 'LCP',
    definition:
      'Largest Contentful Paint: time from the start of a load until its largest picture or block of text is on the screen. Good up to 2.5 s, poor above 4 s.',
  },
  inp: {
    label: 'INP',
    definition:
      'Interaction to Next Paint: time until the page shows a response to a tap, click or key; for the slowest interaction of a load, ignoring outliers. Good up to 200 ms, poor above 500 ms. Loads without an interaction have none.',
  },
  cls: {
    label: 'CLS',
    definition:
      'Cumulative Layout Shift: how much of the page moves unexpectedly, how far, while it is open. Good up to 0.1, poor above 0.25. Safari and Firefox do not measure it.',
  },
} as const satisfies Record<Vital, FigureDefinition>

export const VITAL_REPORT_DEFINITIONS = {
  filters: {
    label: 'Filters',
    definition:
      'A filter on pages, categories, authors or times keeps the loads that match it. Any other keeps whole sessions, with all of their loads.',
  },
  p75: {
    label: '75th percentile',
    definition:
      'Three quarters of the measured loads are this fast or faster. Exact, over every load in the range; not the mean of days or pages.',
  },
  loads: {
    label: 'Measured loads',
    definition:
      'Page loads of readers who accepted in which a vital was measured. A page that the browser had kept and shows again is a load; one that was opened in the background has no LCP. Values count as they were when the page was last hidden.',
  },
} as const satisfies Record<string, FigureDefinition>

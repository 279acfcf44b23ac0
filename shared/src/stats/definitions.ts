/** What a figure of a report counts, for the people who read it. Those of the query engine are in `engine/metrics.ts`. */
export interface FigureDefinition {
  readonly label: string
  readonly definition: string
  readonly unit?: FigureUnit
}

const UNITS = {
  count: '',
  percent: ' (%)',
  seconds: ' (s)',
  milliseconds: ' (ms)',
  ratio: '',
  gbp: ' (GBP)',
} as const
export type FigureUnit = keyof typeof UNITS

/** As a file names it, where numbers stand by themselves. */
export function labelWithUnit({ label, unit = 'count' }: Pick<FigureDefinition, 'label' | 'unit'>): string {
  return label + UNITS[unit]
}

/** The header of a figure in a file. */
export function fileHeader(figure: FigureDefinition): string {
  return `${labelWithUnit(figure)}: ${figure.definition}`
}

/** Every figure of the reports, by the name that pages use for it. Sessions are those of readers who accepted. */
export const DEFINITIONS = {
  // Overview, as specified.
  overviewViews: {
    label: 'Page Views',
    definition:
      'Pages shown to readers who accepted. Unique sessions are the browser tabs among them, each counted once.',
  },
  overviewClicks: {
    label: 'Click Events',
    definition: 'Clicks on declared elements and on links that leave the magazine.',
  },
  overviewConversions: {
    label: 'Conversions',
    definition: 'All conversion events. The rate on the card is conversions divided by page views.',
  },
  overviewTests: {
    label: 'A/B Tests',
    definition: 'Tests to which at least one reader was assigned in the period.',
  },

  // Articles.
  articleViews: { label: 'Views', definition: 'Times the article was opened; a reload counts again.' },
  articleSessions: { label: 'Sessions', definition: 'Sessions with at least one view of the article.' },
  readToTheEnd: {
    label: 'Read to the end',
    unit: 'percent',
    definition: 'Share of its sessions in which the end of the text was scrolled into view.',
  },
  scrollDepth: {
    label: 'Scroll depth',
    definition:
      'How much of the text was scrolled into view. It is reported at 25, 50, 75 and 100%; sessions that reached none of these are in no row.',
  },
  articleEngagedTime: {
    label: 'Engaged time',
    unit: 'seconds',
    definition:
      'Mean time per session in which the article was visible and focused, also as a share of the time that reading it takes.',
  },
  articleExits: {
    label: 'Exits',
    definition: 'Sessions whose last page it was, also as a share of its sessions.',
  },
  deadEnds: {
    label: 'Read, then left',
    definition:
      'Sessions that read it to the end, had it as their last page, and reached no goal once they had opened it; also as a share of those that read to the end. Attention that led nowhere: a link at its end may help.',
  },
  articleConversionRate: {
    label: 'Conversion rate',
    unit: 'percent',
    definition:
      'Share of its sessions with a goal on its page; without filters, what Explore says of the page.',
  },
  afterReading: {
    label: 'Sign-ups, clicks and value',
    definition:
      'What happened in the same session once the article had been opened. A session that read three articles counts for each of them, so these do not add up.',
  },
  launchCurve: {
    label: 'First week',
    definition:
      'Views since midnight of the day of publication, added up hour by hour. The line beside it is the median of the other articles whose first week was counted, the band their middle half. Of all sessions, whatever period and filters are chosen.',
  },
  firstDays: {
    label: 'First day, week and month',
    definition:
      'Views from publication on, beside the median of all articles. Of all sessions: empty with filters, while the time is not over, and where counting began later.',
  },

  // The overview's sentences about yesterday.
  brief: {
    label: 'Stands out',
    definition:
      'Sessions of the day, without bots, lie beyond those of the same weekday in each of the four weeks before, by more than three times the square root of their number: chance alone hardly ever does that. Articles that were not out four weeks ago are not compared.',
  },

  // Newsletter issues.
  issueSessions: {
    label: 'Sessions of an issue',
    definition:
      'Sessions that began with a link of the issue: its links to the magazine name the issue as their campaign, the same for every reader. Who opens an email is not tracked. Issues of one day are counted together.',
  },

  // Reports with filters.
  filteredSessions: {
    label: 'Filters',
    definition:
      'Keep whole sessions, with everything they did on every page: those with a view, an event or a property as the filter says. Explore counts the events of a filtered page alone.',
  },

  // Journeys and funnels.
  journeySessions: {
    label: 'Sessions',
    definition:
      'Each session counts once, from its first view of the page. A reload is not a step of its own.',
  },
  journeyEnd: { label: 'Exit, Entry', definition: 'Sessions that had no further page before or after.' },
  funnelSessions: {
    label: 'Sessions',
    definition:
      'Sessions that took the steps up to here in this order and within the time, whatever else they did in between; the best attempt of each counts.',
  },
  funnelDropOut: { label: 'Dropped out', definition: 'Sessions that took the step before and not this one.' },

  // Affiliate links.
  affiliateClicks: { label: 'Clicks', definition: 'Clicks on links to products that pay a commission.' },
  affiliateSessions: { label: 'Sessions', definition: 'Sessions with at least one such click.' },
  estimatedValue: {
    label: 'Estimated value',
    unit: 'gbp',
    definition: 'Sum of the values set for these clicks: an estimate, not a payment.',
  },
  earned: {
    label: 'Earned',
    definition: 'Commissions of the period, approved and pending, from the files of the networks.',
  },
  epc: {
    label: 'EPC',
    definition: 'Earnings per click: approved and pending commissions divided by clicks.',
  },
  clicksPerThousand: {
    label: 'Clicks / 1,000',
    definition: 'Clicks per 1,000 sessions that viewed the page.',
  },

  // Experiments.
  exposedSessions: {
    label: 'Sessions',
    definition:
      'Sessions that saw the variant, on days that are over. Each counts once, under the first variant that it saw.',
  },
  converted: { label: 'Converted', definition: 'Those of these sessions that reached the goal afterwards.' },
  variantRate: {
    label: 'Conversion rate',
    definition: 'Share of the sessions that saw the variant in which the goal was reached afterwards.',
  },
  variantValue: {
    label: 'Value per session',
    unit: 'gbp',
    definition:
      'Estimated value of what was reached after seeing the variant, divided by the sessions that saw it. What a few sessions are worth beyond all others is cut off.',
  },

  // Live.
  live: {
    label: 'Reading now',
    definition: 'Sessions with an event in the last five minutes, each on the page of its newest one.',
  },
} as const satisfies Record<string, FigureDefinition>

export type FigureName = keyof typeof DEFINITIONS

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

export function fileHeader(figure: FigureDefinition): string {
  return `${labelWithUnit(figure)}: ${figure.definition}`
}

/** The header of a figure of the range compared with, in a file. @param days `2026-11-01 to 2026-11-07`. */
export function comparedHeader(figure: Pick<FigureDefinition, 'label' | 'unit'>, days: string): string {
  return `${labelWithUnit(figure)}, ${days}`
}

/** `Page views: Pages shown to readers who accepted; a reload counts again.` */
export function definitionText({ label, definition }: FigureDefinition): string {
  return `${label}: ${definition}`
}

/** The readers that figures count. */
export const WHO_IS_COUNTED =
  'Sessions are those of readers who accepted cookies. Self-declared bots are left out.'

/** Every figure of the reports, by the name that pages use for it. Sessions are those of readers who accepted. */
export const DEFINITIONS = {
  // Overview, as specified.
  overviewViews: {
    label: 'Page Views',
    definition:
      'Pages shown to readers who accepted. A unique session is a browser tab with the tabs opened from its links, counted once.',
  },
  overviewClicks: { label: 'Click Events', definition: 'Clicks on tracked elements and on outbound links.' },
  overviewConversions: {
    label: 'Conversions',
    definition:
      'All conversion events, goals or not. The rate on the card is conversions per page view: conversion events divided by page views.',
  },
  overviewTests: {
    label: 'A/B Tests',
    definition: 'Tests to which at least one reader was assigned in the period.',
  },

  assignments: {
    label: 'Assignments',
    definition:
      'Browser tabs, each with the tabs opened from its links, that were assigned the variant in the period; each once in a test.',
  },

  // Articles, beside the figures that Explore has of the same page.
  articleSessions: { label: 'Sessions', definition: 'Sessions with at least one view of the article.' },
  scrollDepth: {
    label: 'Scroll depth',
    definition:
      'Sessions that scrolled this share of the text into view. Reported at 25, 50, 75 and 100%; a session is in the row of every mark that it reached, and in none where it reached none.',
  },
  readingTime: {
    label: 'Of the reading time',
    unit: 'percent',
    definition: 'Mean engaged time as a share of the minutes that the article takes to read.',
  },
  articleExits: {
    label: 'Exits',
    definition: 'Sessions whose last page it was, also as a share of its sessions.',
  },
  deadEnds: {
    label: 'Read, then left',
    definition:
      'Sessions that scrolled it to the end, with at least 10 seconds of reading, had it as their last page, and reached no goal once they had opened it; also as a share of those that scrolled to the end. A link at its end may help.',
  },
  articleConversionRate: {
    label: 'Conversion rate on the page',
    unit: 'percent',
    definition:
      'Share of its sessions with a goal on its page; without filters, the conversion rate of the page in Explore.',
  },
  afterReading: {
    label: 'After opening it',
    definition:
      'Newsletter sign-ups (forms sent, before the address is confirmed), affiliate clicks and the estimated value of goals in the same session, once the article had been opened. A session that read three articles counts for each of them, so these do not add up. Rates need at least 100 sessions.',
  },
  leadsTo: {
    label: 'On other pages',
    definition:
      'The same without what was done on the article’s own page: what it feeds the rest of the magazine with. Rates need at least 100 sessions.',
  },
  launchCurve: {
    label: 'First week',
    definition:
      'Views since midnight of the day of publication, added up hour by hour. The line beside it is the median of the other articles whose first week was counted, the band their middle half. An article that came out before its date, with five views or more before it and more than a twentieth as many as since, has no first week, nor has one that came out later, with its first view after its first day. Of all sessions, whatever period and filters are chosen.',
  },
  firstDays: {
    label: 'First day, week and month',
    definition:
      'Views from publication on, beside the median of the other articles. Of all sessions: empty with filters, while the time is not over, where counting began later, and for an article that came out before its date, with five views or more before it and more than a twentieth as many as since, or later, with its first view after its first day.',
  },

  // The overview's sentences about yesterday.
  brief: {
    label: 'Unusual',
    definition:
      'Sessions of the day, without bots, lie beyond those of the same weekday in each of the four weeks before, by more than these four lie apart and three times the square root of their number besides. Chance and a steady trend hardly ever do that; where days vary by a fifth for other reasons, some article or channel does about once a week. Articles that were not out four weeks ago are not compared, unless five sessions or more viewed them on each of these days.',
  },

  // Newsletter issues.
  issueSessions: {
    label: 'Sessions of an issue',
    definition:
      'Sessions that began with a link of the issue, or went on, after a pause of 30 minutes, in a tab that such a link had opened. Its links to the magazine name the issue as their campaign, the same for every reader. Opens and clicks of emails are counted apart, and belong to no session.',
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
  journeyEnd: {
    label: 'Entry, Exit',
    definition:
      'Sessions that had viewed no page before their first view of this one, or viewed no other page after it; further on, all that had left by then. One that came back to a page later and left from there counts among the exits of the page, not here.',
  },
  funnelSessions: {
    label: 'Sessions',
    definition:
      'Sessions that took the steps up to here in this order and within the time, whatever else they did in between; the best attempt of each counts.',
  },
  funnelDropOut: { label: 'Dropped out', definition: 'Sessions that took the step before and not this one.' },

  // Affiliate links.
  affiliateClicks: {
    label: 'Affiliate clicks',
    definition:
      'Clicks on links to products that pay a commission, whether Settings count them as goals or not.',
  },
  affiliateSessions: {
    label: 'Sessions with a click',
    definition:
      'Sessions that began in the period and had an affiliate click. A click after midnight belongs to the session of the day before.',
  },
  affiliateValue: {
    label: 'Estimated value of clicks',
    unit: 'gbp',
    definition: 'Sum of the values set for affiliate clicks: an estimate, not a payment.',
  },
  commissions: {
    label: 'Commissions',
    definition: 'Commissions of the period, approved and pending, from the files of the networks.',
  },
  epc: {
    label: 'EPC',
    definition:
      'Earnings per counted click: approved and pending commissions divided by affiliate clicks; none where the period begins before clicks were counted. Networks pay for the clicks of all readers, those of readers who accepted are counted: so it is higher than a network’s own figure. Clicks since the last import have earned nothing yet.',
  },
  clicksPerThousand: {
    label: 'Affiliate clicks / 1,000',
    definition: 'Affiliate clicks per 1,000 sessions that viewed the page. Rates need at least 100 sessions.',
  },

  // Outbound links.
  linkClicks: {
    label: 'Clicks in 28 days',
    definition: 'Clicks on the link by readers who accepted, in the last 28 days, without bots.',
  },

  // Experiments.
  exposedSessions: {
    label: 'Exposed sessions',
    definition:
      'Browser tabs, each with the tabs opened from its links, that saw the variant on final days (a day is final six hours after it ends). Each counts once, under the first variant that it saw, with what it did until its day was final, even after a pause of 30 minutes.',
  },
  converted: {
    label: 'Reached the goal',
    definition: 'Exposed sessions that reached the goal of the test after seeing the variant, each once.',
  },
  variantRate: {
    label: 'Share that reached the goal',
    unit: 'percent',
    definition:
      'Exposed sessions that reached the goal of the test, divided by exposed sessions. The range beside it is its own 95% interval, and does not describe the difference.',
  },
  variantValue: {
    label: 'Estimated value per exposed session',
    unit: 'gbp',
    definition:
      'Estimated value of the goals reached after seeing the variant, divided by exposed sessions. No session counts as more than the cap: the 99% quantile of the four weeks before the test, if at least 100 sessions were worth anything in them.',
  },
  variantDifference: {
    label: 'Difference from control',
    definition:
      'Range that holds the true difference, in percentage points or pounds, and relative to the control: with 95% confidence for all variants of a test together, however often you look.',
  },

  // Live.
  live: {
    label: 'Reading now',
    definition:
      'Sessions with an event in the last five minutes, without bots. Each appears under the page it is on, with the same source as elsewhere.',
  },

  // Single sessions.
  sessionDuration: {
    label: 'Duration',
    unit: 'seconds',
    definition: 'From the first to the last event of the session; 0 seconds where it has one.',
  },
  sessionEngaged: {
    label: 'Engaged',
    unit: 'seconds',
    definition: 'Time of it in which an article was visible and focused.',
  },
} as const satisfies Record<string, FigureDefinition>

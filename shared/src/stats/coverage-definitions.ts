import type { FigureDefinition } from './definitions.ts'

/** What the figures of consent coverage count. */
export const COVERAGE_DEFINITIONS = {
  coverage: {
    label: 'Coverage',
    unit: 'percent',
    definition:
      'Page views, which are those of readers who accepted, divided by page loads of the same pages and whole hours. At most 100%, though a page that the browser kept or fetched ahead of a click is viewed without being loaded.',
  },
  pageLoads: {
    label: 'Page loads',
    definition:
      'Times the server sent a page to anybody but a self-declared bot, or confirmed that the browser’s copy is current. Only page, country and hour are counted, nothing about the reader. Approximate: a crash loses the last seconds.',
  },
  botLoads: {
    label: 'Loads by bots',
    definition: 'The same for programs that say they are bots. They are in no other figure.',
  },
  bannersShown: {
    label: 'Banners shown',
    definition:
      'How often a page showed the banner to a reader who had not chosen yet. Somebody who reads on without choosing is asked on each page, and counts each time. Browsers that send Global Privacy Control are not asked.',
  },
  bannersAccepted: { label: 'Accepted', definition: 'Banners answered with Accept.' },
  bannersRejected: { label: 'Rejected', definition: 'Banners answered with Reject.' },
  bannersIgnored: {
    label: 'Ignored',
    definition: 'Banners shown and not answered: the reader went on, or left.',
  },
  bannerAcceptance: {
    label: 'Share accepted',
    unit: 'percent',
    definition: 'Banners accepted, divided by banners shown.',
  },
  comparison: {
    label: 'What it does to comparisons',
    definition:
      'When coverage changes, page views and sessions change without readers doing so: from 60% to 45%, they fall by a quarter. Compare page loads then, and rates with care: readers who accept are not all readers.',
  },
} as const satisfies Record<string, FigureDefinition>

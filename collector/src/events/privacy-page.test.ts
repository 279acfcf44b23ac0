import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EventTable } from './event-tables.ts'
import type { ROW_COLUMNS } from './row-columns.ts'

type Column = (typeof ROW_COLUMNS)[EventTable][number]

/** Words by which the privacy page names what a column holds. */
const WORDS: Readonly<Record<Column, string>> = {
  batch_id: 'in which batch',
  event_id: 'random id of its own',
  session_id: 'Every record also has the session id',
  received_at: 'happened and arrived',
  collector_id: 'which of our servers',
  consent_version: 'version of the words',
  is_bot: 'a mark if the description is that of a robot',
  browser: 'your browser, operating system and kind of device',
  os: 'your browser, operating system and kind of device',
  device: 'your browser, operating system and kind of device',
  country: 'works out the country, by your IP address',
  created_at: 'happened and arrived',
  page_path: 'The page’s path',
  page_title: 'path and title, the page you came from',
  referrer: 'the page you came from',
  referrer_host: 'the page you came from',
  source: 'the page you came from',
  channel: 'what kind of site that was',
  utm_source: 'campaign tags',
  utm_medium: 'campaign tags',
  utm_campaign: 'campaign tags',
  utm_term: 'campaign tags',
  utm_content: 'campaign tags',
  user_agent: 'your browser’s description of itself, screen size',
  language: 'screen size, language and time zone',
  timezone: 'language and time zone',
  screen: 'screen size, language',
  element_type: 'the kind of element',
  element_id: 'the kind of element and its name',
  click_data: 'where the link led',
  event_type: 'The page and the kind of event',
  product_name: 'with a product’s name and rank',
  product_rank: 'a product’s name and rank',
  value: 'what it is worth to us',
  currency: 'worth to us in pounds',
  conversion_data: 'where on the site you subscribed',
  assigned_at: 'happened and arrived',
  test_name: 'name of the test',
  variant: 'which version you saw',
  active_ms: 'How long the page was in use',
  scroll_depth: 'how far down you went',
  lcp_ms: 'How soon its largest part appeared',
  inp_ms: 'how quickly it responded',
  cls: 'how much of it moved',
}

describe('the privacy page', () => {
  const page = readFileSync(new URL('../../../site/content/legal/privacy.mdx', import.meta.url), 'utf8')
  const [, section = ''] = /^## If you accept cookies$(.+?)^## /ms.exec(page.replaceAll("'", '’')) ?? []

  it.each(Object.entries(WORDS))('names once what is in the column %s', (_, words) => {
    expect(section.split(words)).toHaveLength(2)
  })
})

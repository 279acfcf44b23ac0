import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { RequestMetadata } from './request-metadata.ts'
import {
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import type { EventTable } from '../events/event-tables.ts'
import { ROW_COLUMNS } from '../events/row-columns.ts'
import { IdWindow } from '../spool/id-window.ts'
import { stampRows, valuesOf } from '../spool/row-block.ts'
import { aDraft, atNow } from '../testing/drafts.ts'
import { pipeline, rowOf, runPipeline, sharedColumns, TABLE_OF } from './pipeline.ts'
import { SeenIds } from './seen-ids.ts'

const event_id = '0193A5C0-7F3E-7ABC-8DEF-0123456789AB'
const occurred_at = atNow(-1_500)

/** The row of an event that has gone through all steps. */
function rowAfterSteps(given: {
  event: SentEvent
  beacon?: Partial<SentBeacon>
  request?: Partial<RequestMetadata>
}): { table: EventTable; json: string } {
  const seen = new SeenIds(new IdWindow(10, () => {}))
  const draft = aDraft(given)
  expect(
    runPipeline(
      pipeline({ countryOf: () => 'GB', seen, isErased: () => false, siteHost: 'halfmeasure.test' }),
      draft,
    ),
  ).toBeUndefined()
  const table = TABLE_OF[draft.event.type]
  const text = rowOf(draft, sharedColumns(draft, 'a-collector'))
  expect(text).not.toMatch(/[\n\r]/)
  // As in the log, where the batch comes first.
  const { batch_id: _, ...values } = valuesOf(table, stampRows('', [text]).toString())
  expect(Object.keys(values)).toEqual(ROW_COLUMNS[table].slice(1))
  return { table, json: JSON.stringify(values) }
}

/** What every row of these tests begins and ends with. */
const head =
  '{"event_id":"0193a5c0-7f3e-7abc-8def-0123456789ab","session_id":"session_1763632800000_k3j9x2",' +
  '"received_at":"2026-11-20 10:00:00.000","collector_id":"a-collector",'
const common =
  '"consent_version":"2026-11","is_bot":0,' +
  '"browser":"Safari","os":"iOS","device":"mobile","country":"GB",'

describe('rowOf', () => {
  it('writes a page view with everything', () => {
    const { table, json } = rowAfterSteps({
      event: aPageView({
        event_id,
        occurred_at,
        page_path: '/articles/pine-beer/?a=b',
        page_title: 'Pine "Beer"',
        referrer: 'https://www.google.com/',
        screen: '390x844',
        language: 'en-GB',
        timezone: 'Europe/London',
        utm: { source: 'friday', medium: 'email', campaign: 'issue-47', term: 'pine', content: 'button' },
      }),
      request: { userAgent: '' },
    })
    expect(table).toBe('page_views')
    expect(json).toBe(
      `${head}"consent_version":"2026-11","is_bot":0,` +
        '"browser":"Other","os":"Other","device":"unknown","country":"GB",' +
        '"created_at":"2026-11-20 09:59:58.500","page_path":"/articles/pine-beer","page_title":"Pine \\"Beer\\"",' +
        '"referrer":"https://www.google.com/","referrer_host":"google.com","source":"friday","channel":"newsletter",' +
        '"utm_source":"friday","utm_medium":"email","utm_campaign":"issue-47","utm_term":"pine",' +
        '"utm_content":"button","user_agent":"","language":"en-GB","timezone":"Europe/London","screen":"390x844"}',
    )
  })

  it('writes every column of a bare page view', () => {
    const { json } = rowAfterSteps({ event: aPageView({ event_id, occurred_at, page_path: '/' }) })
    expect(json).toBe(
      `${head}${common}"created_at":"2026-11-20 09:59:58.500","page_path":"/","page_title":"","referrer":"",` +
        '"referrer_host":"","source":"","channel":"direct","utm_source":"","utm_medium":"","utm_campaign":"",' +
        '"utm_term":"","utm_content":"","user_agent":"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ' +
        'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1","language":"",' +
        '"timezone":"","screen":""}',
    )
  })

  it('writes a click, its data as JSON text', () => {
    expect(
      rowAfterSteps({
        event: aClick({
          event_id,
          occurred_at,
          page_path: '/stories/?page=2',
          element_type: 'button',
          element_id: 'hero-cta',
          click_data: { position: 1, words: ['a'] },
        }),
      }),
    ).toEqual({
      table: 'click_events',
      json:
        `${head}${common}"created_at":"2026-11-20 09:59:58.500","page_path":"/stories","element_type":"button",` +
        '"element_id":"hero-cta","click_data":"{\\"position\\":1,\\"words\\":[\\"a\\"]}"}',
    })
  })

  it('writes a click without an id or data', () => {
    const { json } = rowAfterSteps({ event: aClick({ event_id, occurred_at, element_type: 'link' }) })
    expect(json).toMatch(/"element_type":"link","element_id":"","click_data":"{}"}$/)
  })

  it('writes a conversion', () => {
    expect(
      rowAfterSteps({
        event: aConversion({
          event_id,
          occurred_at,
          page_path: '/reviews/top-5-non-alcoholic-beers-uk#winner',
          event_type: 'affiliate_click',
          product_name: 'Somebody’s Pale',
          product_rank: 1,
          value: 5.25,
          currency: 'GBP',
          conversion_data: { from: 'card' },
        }),
      }),
    ).toEqual({
      table: 'conversion_events',
      json:
        `${head}${common}"created_at":"2026-11-20 09:59:58.500",` +
        '"page_path":"/reviews/top-5-non-alcoholic-beers-uk","event_type":"affiliate_click",' +
        '"product_name":"Somebody’s Pale","product_rank":1,"value":5.25,"currency":"GBP",' +
        '"conversion_data":"{\\"from\\":\\"card\\"}"}',
    })
  })

  it('writes a conversion of no product and no value', () => {
    const { json } = rowAfterSteps({ event: aConversion({ event_id, occurred_at }) })
    expect(json).toMatch(
      /"product_name":"","product_rank":0,"value":0,"currency":"","conversion_data":"{}"}$/,
    )
  })

  it('writes an assignment at the time of its assignment, without a page', () => {
    expect(rowAfterSteps({ event: anAssignment({ event_id, occurred_at }) })).toEqual({
      table: 'ab_test_assignments',
      json:
        `${head}${common}"assigned_at":"2026-11-20 09:59:58.500","test_name":"review_page_layout",` +
        '"variant":"compact"}',
    })
  })

  it('writes an engagement, with 0 for reading and null for vitals that were not reported', () => {
    const { table, json } = rowAfterSteps({
      event: anEngagement({ event_id, occurred_at, page_path: '/a/', active_ms: 30_000 }),
    })
    expect(table).toBe('engagement_events')
    expect(json).toBe(
      `${head}${common}"created_at":"2026-11-20 09:59:58.500","page_path":"/a","active_ms":30000,"scroll_depth":0,"lcp_ms":null,"inp_ms":null,"cls":null}`,
    )
    const vitals = rowAfterSteps({ event: anEngagement({ lcp_ms: 1_800, inp_ms: 0, cls: 0.0312 }) })
    expect(vitals.json).toMatch(/"lcp_ms":1800,"inp_ms":0,"cls":0.0312}$/)
  })

  it('writes -0 as 0', () => {
    const { json } = rowAfterSteps({ event: anEngagement({ active_ms: -0, scroll_depth: -0, cls: -0 }) })
    expect(json).toMatch(/"active_ms":0,"scroll_depth":0,"lcp_ms":null,"inp_ms":null,"cls":0}$/)
  })

  it('writes the clamped time, not the sender’s', () => {
    const { json } = rowAfterSteps({ event: aClick({ occurred_at: '2036-11-20T10:00:00Z' }) })
    expect(json).toContain('"received_at":"2026-11-20 10:00:00.000"')
    expect(json).toContain('"created_at":"2026-11-20 10:05:00.000"')
  })

  it('knows no address', () => {
    const { json } = rowAfterSteps({ event: aPageView(), request: { clientAddress: '81.2.69.142' } })
    expect(json).not.toContain('81.2.69')
  })

  it('is one line, whatever a text holds', () => {
    const { json } = rowAfterSteps({ event: aClick({ element_type: 'a\nb\r\u2028"\\' }) })
    expect((JSON.parse(json) as { element_type: string }).element_type).toBe('a\nb\r\u2028"\\')
  })
})

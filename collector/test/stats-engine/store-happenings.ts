import type { ClickHouseClient } from '@clickhouse/client'
import { dateTime64 } from '../../src/date-time64.ts'
import type { EventTable } from '../../src/event-tables.ts'
import type { Happening } from './happenings.ts'

const BATCH = '00000000-0000-4000-8000-000000000001'

/** Puts events into the raw tables as the writer would; the views fill the rollups. */
export async function storeHappenings(
  client: ClickHouseClient,
  happenings: readonly Happening[],
): Promise<void> {
  for (const [table, values] of Map.groupBy(happenings.map(rowOf), ([table]) => table)) {
    await client.insert({
      table: `analytics.${table}`,
      format: 'JSONEachRow',
      values: values.map(([, row]) => row),
    })
  }
}

function rowOf(happening: Happening): [EventTable, Record<string, unknown>] {
  const { id, at, session, bot, browser, os, device, country } = happening
  const time = dateTime64(at)
  const common = {
    event_id: id,
    batch_id: BATCH,
    received_at: time,
    session_id: session,
    consent_version: '2026-11',
    is_bot: bot ? 1 : 0,
    browser,
    os,
    device,
    country,
  }
  switch (happening.kind) {
    case 'views': {
      const { path, channel, source, referrer, utm, language, screen } = happening
      return [
        'page_views',
        {
          ...common,
          created_at: time,
          page_path: path,
          channel,
          source,
          referrer_host: referrer,
          utm_source: utm.source,
          utm_medium: utm.medium,
          utm_campaign: utm.campaign,
          utm_term: utm.term,
          utm_content: utm.content,
          language,
          screen,
        },
      ]
    }
    case 'clicks': {
      const { path, type, elementId } = happening
      return [
        'click_events',
        { ...common, created_at: time, page_path: path, element_type: type, element_id: elementId },
      ]
    }
    case 'conversions': {
      const { path, type, product, value, currency } = happening
      return [
        'conversion_events',
        {
          ...common,
          created_at: time,
          page_path: path,
          event_type: type,
          product_name: product,
          value,
          currency,
        },
      ]
    }
    case 'engagement': {
      const { path, activeMs, depth } = happening
      return [
        'engagement_events',
        { ...common, created_at: time, page_path: path, active_ms: activeMs, scroll_depth: depth },
      ]
    }
    case 'assignments': {
      const { test, variant } = happening
      return ['ab_test_assignments', { ...common, assigned_at: time, test_name: test, variant }]
    }
  }
}

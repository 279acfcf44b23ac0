import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { dateTime64 } from '../../src/events/date-time64.ts'
import type { EventTable } from '../../src/events/event-tables.ts'
import type { ClickHouse } from '../../src/warehouse/clickhouse/clickhouse.ts'
import { byShard } from '../../src/warehouse/shard.ts'
import type { AnyEvent } from './random-events.ts'

/**
 * Puts events into the raw tables as the loader would.
 *
 * @param receivedAt milliseconds since 1970; by default the moment of each event.
 * @returns the batch.
 */
export async function storeEvents(
  client: ClickHouseClient,
  events: readonly AnyEvent[],
  receivedAt?: number,
): Promise<string> {
  const batch = randomUUID()
  const rows = events.map((event) => rowOf(event, batch, receivedAt ?? event.at))
  for (const [table, values] of Map.groupBy(rows, ([table]) => table)) {
    await client.insert({
      table: `analytics.${table}`,
      format: 'JSONEachRow',
      values: values.map(([, row]) => row),
    })
  }
  return batch
}

/** The same, on the shard of each session. */
export async function storeByShard(
  { shards }: Pick<ClickHouse, 'shards'>,
  events: readonly AnyEvent[],
  receivedAt?: number,
): Promise<void> {
  const parts = byShard(events, shards.length, ({ session }) => session)
  for (const [i, { writer }] of shards.entries()) await storeEvents(writer, parts[i] ?? [], receivedAt)
}

function rowOf(event: AnyEvent, batch: string, receivedAt: number): [EventTable, Record<string, unknown>] {
  const { id, at, session, bot, browser, os, device, country } = event
  const time = dateTime64(at)
  const common = {
    event_id: id,
    batch_id: batch,
    received_at: dateTime64(receivedAt),
    session_id: session,
    consent_version: '2026-11',
    is_bot: bot ? 1 : 0,
    browser,
    os,
    device,
    country,
  }
  switch (event.kind) {
    case 'views': {
      const { path, channel, source, referrer, utm, language, screen } = event
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
      const { path, type, elementId } = event
      return [
        'click_events',
        { ...common, created_at: time, page_path: path, element_type: type, element_id: elementId },
      ]
    }
    case 'conversions': {
      const { path, type, product, conversionSource, value, currency } = event
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
          conversion_data: JSON.stringify(conversionSource === '' ? {} : { source: conversionSource }),
        },
      ]
    }
    case 'engagement': {
      const { path, activeMs, depth } = event
      return [
        'engagement_events',
        { ...common, created_at: time, page_path: path, active_ms: activeMs, scroll_depth: depth },
      ]
    }
    case 'vitals': {
      const { path, lcpMs, inpMs, cls } = event
      return [
        'engagement_events',
        { ...common, created_at: time, page_path: path, lcp_ms: lcpMs, inp_ms: inpMs, cls },
      ]
    }
    case 'assignments': {
      const { test, variant } = event
      return ['ab_test_assignments', { ...common, assigned_at: time, test_name: test, variant }]
    }
  }
}

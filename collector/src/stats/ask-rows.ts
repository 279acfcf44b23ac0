import type { ClickHouseClient } from '@clickhouse/client'
import type { z } from 'zod'
import { type Query, runQuery } from '../clickhouse/query.ts'

/** Puts a question to the database, and gives its rows. */
export type AskRows = <Row extends z.ZodType>(
  query: Query<Row>,
  signal?: AbortSignal,
) => Promise<z.output<Row>[]>

/** Asks by a connection of one's own, without limits. */
export function askRowsOf(client: ClickHouseClient): AskRows {
  return (query, signal) => runQuery(client, query, signal)
}

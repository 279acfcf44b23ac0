import type { z } from 'zod'
import type { Query } from '../warehouse/clickhouse/query.ts'

/** Puts a question to the database, and gives its rows. */
export type AskRows = <Row extends z.ZodType>(
  query: Query<Row>,
  signal?: AbortSignal,
) => Promise<z.output<Row>[]>

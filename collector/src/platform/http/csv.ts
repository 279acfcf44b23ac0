import type { Context } from 'hono'

/** Sends CSV that browsers save as a file. */
export function csvFile(c: Context, name: string, text: string | ReadableStream): Response {
  return c.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { csv } from '@half-measure/shared/csv.ts'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { AuditPage } from '@half-measure/shared/auth/audit-entry.ts'
import { CreatedApiToken } from '@half-measure/shared/sharing/api-token.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Session } from 'chdb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { csvCell, exportCsv } from '../src/warehouse/export-events.ts'
import { startControlServer } from '../src/operations/control-server.ts'
import { readCsv } from '../src/analytics/read-csv.ts'
import { runCommand } from './run-command.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { TestStack } from './test-stack.ts'

/** Before midnight in UTC, and after it. */
const MIDNIGHT = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS
const [yesterday = '', today = ''] = [MIDNIGHT - 1, MIDNIGHT].map((at) =>
  new Date(at).toISOString().slice(0, 10),
)
const SESSION = `session_${MIDNIGHT - HOUR_MS}_reader`
const at = (ms: number) => ({ occurred_at: new Date(ms).toISOString() })

let stack: TestStack
let control: Awaited<ReturnType<typeof startControlServer>>
let token: string
let tokenId: string

beforeAll(async () => {
  stack = await TestStack.open()
  control = await startControlServer(stack.context)
  const events = [
    aPageView({ ...at(MIDNIGHT - 1), page_path: '/=1+1', page_title: '=1+1 "quoted", with\na line' }),
    aPageView({ ...at(MIDNIGHT), page_path: '/b' }),
    aClick({ ...at(MIDNIGHT - 2), page_path: '/=1+1' }),
    // Over many minutes.
    ...Array.from({ length: 90 }, (_, i) =>
      aPageView({ ...at(MIDNIGHT - HOUR_MS + i * 30_000), page_path: `/many/${i}` }),
    ),
  ]
  const consent = {
    analytics: true,
    version: '2026-11',
    at: new Date(MIDNIGHT - HOUR_MS).toISOString(),
  } as const
  const beacon = aBeacon({ session_id: SESSION, consent, events })
  expect((await stack.post('/api/events', beacon)).json).toMatchObject({ accepted: events.length })
  await stack.untilStored()
  const admin = await stack.signIn(stack.context.config.admin)
  const made = await stack.post(
    '/api/tokens',
    { kind: 'token', name: 'A warehouse', scopes: ['events'] },
    { headers: { Authorization: `Bearer ${admin}` } },
  )
  const created = CreatedApiToken.parse(made.json)
  token = created.secret
  tokenId = created.token.id
})

afterAll(async () => {
  await control.stop()
  await stack[Symbol.asyncDispose]()
})

const getCsv = (query: Record<string, string>) => requestCsv('GET', query)

const requestCsv = (method: 'GET' | 'HEAD', query: Record<string, string>) =>
  stack.request(method, `/api/stats/events.csv?${new URLSearchParams(query).toString()}`, {
    headers: { Authorization: `Bearer ${token}` },
  })

async function rowsOf(text: string): Promise<Record<string, string>[]> {
  const lines = []
  for await (const { cells } of readCsv(new Blob([text]).stream())) lines.push(cells)
  const [header, ...rows] = lines
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, i) => [name, cells[i] ?? ''])))
}

it('are exported with a token: one table and UTC day, in order', async () => {
  const { status, headers, text } = await getCsv({ table: 'page_views', day: yesterday })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="page_views-${yesterday}.csv"`)
  const rows = await rowsOf(text)
  expect(rows.map(({ page_path }) => page_path)).toEqual([
    ...Array.from({ length: 90 }, (_, i) => `/many/${i}`),
    '/=1+1',
  ])
  expect(rows.at(-1)).toMatchObject({
    session: createHash('sha256').update(SESSION).digest('hex'),
    created_at: new Date(MIDNIGHT - 1).toISOString(),
    // No formula for a spreadsheet.
    page_title: `'=1+1 "quoted", with\na line`,
    is_bot: '0',
  })
  for (const name of ['session_id', 'batch_id', 'collector_id']) expect(rows[0]).not.toHaveProperty(name)
  expect(
    (await rowsOf((await getCsv({ table: 'page_views', day: today })).text)).map((row) => row['page_path']),
  ).toEqual(['/b'])
})

it('are recorded in the audit log, with the administrator or the token', async () => {
  const exported = { table: 'click_events', day: yesterday }
  expect((await stack.stats('events.csv', exported)).status).toBe(200)
  expect((await getCsv(exported)).status).toBe(200)
  // Sends no events.
  expect((await requestCsv('HEAD', exported)).status).toBe(200)
  const bearer = await stack.signIn(stack.context.config.admin)
  const { json } = await stack.request('GET', '/api/audit?event=events_exported&limit=2', {
    headers: { Authorization: `Bearer ${bearer}` },
  })
  const { email } = stack.context.config.admin
  expect(AuditPage.parse(json).entries).toMatchObject([
    { event: 'events_exported', by: null, details: { ...exported, token_id: tokenId } },
    { event: 'events_exported', by: email, details: exported },
  ])
})

it('are streamed in parts, each event once', async () => {
  const exported = { table: 'page_views', day: yesterday } as const
  const parts = []
  for await (const part of exportCsv(stack.context.statistics, exported, undefined, 10)) parts.push(part)
  expect(parts.length).toBeGreaterThan(5)
  expect(Buffer.concat(parts).toString()).toBe((await getCsv(exported)).text)
})

it('are streamed in parts of bounded size even if all have the same timestamp', async () => {
  // In one minute long ago, most of them in the same millisecond: the time is the sender's.
  const moment = MIDNIGHT - 72 * HOUR_MS
  const events = Array.from({ length: 95 }, (_, i) =>
    aPageView({ ...at(moment + (i % 19 === 0 ? i : 0)), page_path: `/fat/${i}` }),
  )
  const beacon = aBeacon({
    session_id: `session_${moment}_fatminute`,
    consent: { analytics: true, version: '2026-11', at: new Date(moment).toISOString() },
    events,
  })
  expect((await stack.post('/api/events', beacon)).json).toMatchObject({ accepted: events.length })
  await stack.untilStored()
  const exported = { table: 'page_views', day: new Date(moment).toISOString().slice(0, 10) } as const
  const parts = []
  for await (const part of exportCsv(stack.context.statistics, exported, undefined, 10))
    parts.push(part.toString())
  const [, ...ofRows] = parts.map((part) => part.split('\r\n').length - 1)
  expect(Math.max(...ofRows)).toBe(10)
  const whole = await stack.context.statistics.queryRows({
    name: 'all in order',
    sql: `SELECT toString(event_id) AS id FROM analytics.page_views WHERE toDate(created_at) = {day: Date}
      ORDER BY created_at, event_id`,
    params: { day: exported.day },
    row: z.object({ id: z.string() }),
  })
  expect((await rowsOf(parts.join(''))).map(({ event_id }) => event_id)).toEqual(whole.map(({ id }) => id))
})

it('have the same cell format as every other CSV export', async () => {
  const characters = '=-@＋;,\t\r\n\v\f \u00a0\u2028\ufeff"\\\'a'.split('')
  let texts = ['']
  for (let length = 0; length < 3; length++)
    texts = ['', ...texts.flatMap((text) => characters.map((character) => character + text))]
  const written = await stack.context.statistics.queryFile({
    name: 'cells',
    sql: `SELECT concat('"', ${csvCell('text', 'String')}, '"\\r\\n')
      FROM (SELECT arrayJoin(JSONExtract({texts: String}, 'Array(String)')) AS text)`,
    params: { texts: JSON.stringify(texts) },
    format: 'RawBLOB',
  })
  expect(written.toString()).toBe(
    csv(
      texts.slice(0, 1),
      texts.slice(1).map((text) => [text]),
    ),
  )
})

it('are only a header on a day without events', async () => {
  const { status, text } = await getCsv({ table: 'conversion_events', day: '2020-02-29' })
  expect(status).toBe(200)
  expect(text).toMatch(/^"session","event_id",.*\r\n$/)
})

it.each([
  [{ table: 'users', day: yesterday }],
  [{ table: 'page_views' }],
  [{ table: 'page_views', day: '2026-02-30' }],
  [{ table: 'page_views', day: yesterday, session: 'x' }],
])('are refused for %j', async (query) => {
  expect((await getCsv(query as Record<string, string>)).json).toMatchObject({
    error: { code: 'invalid_query' },
  })
})

it('are written to files by a command: one complete file for each day that has any', async () => {
  const folder = join(temporaryDirectory(), 'export')
  const dataDir = stack.context.config.dataDir
  const written = await runCommand(
    'operate.ts',
    dataDir,
    'export',
    folder,
    '--from',
    yesterday,
    '--to',
    today,
  )
  expect(written).toEqual({ files: 3, rows: 93 })
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(
    [
      'click_events',
      `click_events/${yesterday}.csv`,
      'page_views',
      `page_views/${yesterday}.csv`,
      `page_views/${today}.csv`,
    ].toSorted(),
  )
  const file = join(folder, `page_views/${yesterday}.csv`)
  expect(await readFile(file, 'utf8')).toBe((await getCsv({ table: 'page_views', day: yesterday })).text)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(runCommand('operate.ts', dataDir, 'export', folder)).rejects.toThrow('Usage:')
  await expect(
    runCommand('operate.ts', dataDir, 'export', folder, '--from', today, '--to', yesterday),
  ).rejects.toThrow('must not be before --from')
})

it('are written as Parquet that another engine can read', async () => {
  const folder = join(temporaryDirectory(), 'export')
  const { dataDir } = stack.context.config
  const days = ['--from', yesterday, '--to', yesterday]
  await runCommand('operate.ts', dataDir, 'export', folder, ...days, '--format', 'parquet')
  const other = new Session()
  try {
    const file = join(folder, `page_views/${yesterday}.parquet`)
    const text = other.query(
      `SELECT page_path, toString(created_at, 'UTC'), length(session) FROM file('${file}', Parquet) ORDER BY created_at DESC LIMIT 1`,
      'TSV',
    )
    expect(text.trim().split('\t')).toEqual([
      '/=1+1',
      new Date(MIDNIGHT - 1).toISOString().replace('T', ' ').replace('Z', ''),
      '64',
    ])
  } finally {
    other.cleanup()
  }
})

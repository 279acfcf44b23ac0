import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { TestStack } from '../test-stack.ts'
import { IMAGES } from './start-stores.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Each of the four accounts does its part and no other. Only a server that reads its configuration can show this. */
describe('the accounts of ClickHouse', () => {
  let stack: TestStack
  let roles: Record<'migrator' | 'writer' | 'reader' | 'viewer', ClickHouseClient>
  let readsConfiguration: boolean

  beforeAll(async () => {
    // Its start has made the tables, as the migrator.
    stack = await TestStack.open()
    const account = (name: string) => createClient({ url: process.env[name] ?? '' })
    roles = {
      migrator: account('TEST_CLICKHOUSE_URL'),
      writer: account('TEST_CLICKHOUSE_WRITER_URL'),
      reader: account('TEST_CLICKHOUSE_READER_URL'),
      viewer: account('TEST_CLICKHOUSE_VIEWER_URL'),
    }
    readsConfiguration = (await queryValue(roles.reader, 'SELECT currentUser() AS n')) === 'reader'
  })

  afterAll(async () => {
    await Promise.all(Object.values(roles).map((client) => client.close()))
    await stack[Symbol.asyncDispose]()
  })

  const forbidden: [keyof typeof roles, string][] = [
    ['writer', 'SELECT session_id FROM analytics.page_views'],
    ['writer', 'ALTER TABLE analytics.page_views DELETE WHERE 1'],
    ['writer', 'DROP TABLE analytics.page_views'],
    ['reader', "INSERT INTO analytics.schema_migrations VALUES (9999, 'x', 'x', now())"],
    ['reader', 'ALTER TABLE analytics.page_views DELETE WHERE 1'],
    ['reader', 'DROP TABLE analytics.page_views'],
    ['reader', 'SELECT count() FROM system.users'],
    ['reader', 'SELECT count() FROM analytics.page_views SETTINGS max_memory_usage = 0'],
    ['reader', 'SELECT count() FROM analytics.page_views SETTINGS max_execution_time = 3600'],
    ['viewer', 'ALTER TABLE analytics.page_views DELETE WHERE 1'],
    ['viewer', 'SELECT count() FROM analytics.page_views SETTINGS max_execution_time = 20'],
    ['migrator', 'CREATE DATABASE another'],
  ]

  it.for(forbidden)('refuse the %s: %s', async ([role, query], { skip }) => {
    if (!readsConfiguration) skip('this image does not read users.d; the official one does')
    await expect(roles[role].command({ query })).rejects.toThrow(
      /ACCESS_DENIED|Not enough privileges|readonly|should|UNKNOWN_USER/i,
    )
  })

  it('do not include the one without a password', async ({ skip }) => {
    if (!readsConfiguration) skip('this image does not read users.d; the official one does')
    const { host } = new URL(process.env['TEST_CLICKHOUSE_URL'] ?? '')
    const response = await fetch(`http://${host}/?query=SELECT+1`)
    await response.text()
    expect(response.status).toBe(403)
  })

  it('let the reader query within its limits', async () => {
    expect(
      await queryValue(
        roles.reader,
        'SELECT count() AS n FROM analytics.page_views SETTINGS max_execution_time = 5, max_memory_usage = 100000000',
      ),
    ).toBe('0')
  })

  it('let the writer count what it appended', async () => {
    expect(
      await queryValue(
        roles.writer,
        'SELECT count() AS n FROM analytics.page_views WHERE batch_id = generateUUIDv4()',
      ),
    ).toBe('0')
  })

  async function queryValue(client: ClickHouseClient, query: string): Promise<string> {
    const result = await client.query({ query, format: 'JSONEachRow' })
    const [row] = await result.json<{ n: unknown }>()
    return String(row?.n)
  }
})

describe('the images used by these tests', () => {
  it('are those of docker-compose.yml', async () => {
    const compose = parse(await readFile(join(ROOT, 'docker-compose.yml'), 'utf8')) as {
      services: Record<string, { image: string }>
    }
    for (const [service, image] of Object.entries(IMAGES))
      expect(compose.services[service]?.image).toBe(`\${${service.toUpperCase()}_IMAGE:-${image}}`)
  })
})

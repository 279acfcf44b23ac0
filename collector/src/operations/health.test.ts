import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Health, healthCheck, healthRoutes } from './health.ts'

const well: Health = {
  status: 'ok',
  clickhouse: 'ok',
  postgres: 'ok',
  loading: 'ok',
  coordination: 'ok',
  spool: { accepting: true, pending_rows: 0, pending_bytes: 0, oldest_ms: 0 },
}

async function get(path: string, health: Health) {
  const app = new Hono().route('/api', healthRoutes({ state: () => health, check: async () => health }))
  const response = await app.request(path)
  return { status: response.status, json: await response.json() }
}

describe('GET /api/health', () => {
  it('is 200 while everything is well, and says how things are', async () => {
    expect(await get('/api/health', well)).toEqual({ status: 200, json: well })
  })

  it('is 503 otherwise', async () => {
    const ill: Health = { ...well, status: 'degraded', clickhouse: 'down' }
    expect(await get('/api/health', ill)).toEqual({ status: 503, json: ill })
  })
})

describe('the health check', () => {
  let isMigrated = true

  /** Shards; each is available or not. */
  function checkOf(...available: readonly boolean[]) {
    const counted = { queries: 0 }
    const reader = {
      query: async () => {
        throw new Error('Quota for user `reader` for 60s has been exceeded: queries = 3001/3000.')
      },
    }
    const shards = available.map((isThere) => ({
      reader,
      writer: {
        query: async () => {
          counted.queries++
          if (!isThere) throw new Error('connect ECONNREFUSED')
          return { text: async () => '1' }
        },
      },
    }))
    const health = healthCheck(
      shards as unknown as Parameters<typeof healthCheck>[0],
      {} as Parameters<typeof healthCheck>[1],
      { accepting: true, pendingRows: 0, pendingBytes: 0, oldestPendingMs: 0 } as Parameters<
        typeof healthCheck
      >[2],
      { stopLoading: false },
      { isAvailable: true },
      { clickhouse: () => isMigrated, postgres: () => true },
    )
    return { ...health, counted }
  }

  it('queries the databases once for concurrent requests', async () => {
    const { check, state, counted } = checkOf(true)
    state()
    expect(counted.queries).toBe(0)
    const all = await Promise.all(Array.from({ length: 100 }, () => check()))
    expect(counted.queries).toBe(1)
    expect(all[99]).toMatchObject({ clickhouse: 'ok', loading: 'ok' })
  })

  it('does not depend on a quota that a person can use up', async () => {
    expect(await checkOf(true).check()).toMatchObject({ clickhouse: 'ok' })
  })

  it('counts a database that cannot be migrated as down, though it responds', async () => {
    isMigrated = false
    onTestFinished(() => void (isMigrated = true))
    expect(await checkOf(true).check()).toMatchObject({ status: 'degraded', clickhouse: 'down' })
  })

  it('needs every shard', async () => {
    expect(await checkOf(true, true).check()).toMatchObject({ clickhouse: 'ok' })
    expect(await checkOf(true, false).check()).toMatchObject({ clickhouse: 'down' })
  })
})

describe('GET /api/ready', () => {
  it('is ready while beacons can be stored, with or without databases', async () => {
    expect(await get('/api/ready', { ...well, status: 'degraded', clickhouse: 'down' })).toEqual({
      status: 200,
      json: { ready: true, loading: 'ok', coordination: 'ok' },
    })
  })

  it('is not ready while they would be refused, and says where to look', async () => {
    const full: Health = { ...well, status: 'degraded', spool: { ...well.spool, accepting: false } }
    expect(await get('/api/ready', full)).toEqual({
      status: 503,
      json: {
        ready: false,
        loading: 'ok',
        coordination: 'ok',
        reason: expect.stringContaining('runbook "Disk full"'),
      },
    })
  })

  it('is ready for beacons while PostgreSQL is unavailable, and says what waits', async () => {
    const response = await get('/api/ready', { ...well, status: 'degraded', coordination: 'unavailable' })
    expect(response).toMatchObject({ status: 200, json: { ready: true, coordination: 'unavailable' } })
    expect(response.json).toHaveProperty('reason', expect.stringContaining('erasures, retention'))
  })

  it('is ready while loading is stopped, and says why it is', async () => {
    const response = await get('/api/ready', { ...well, status: 'degraded', loading: 'stopped' })
    expect(response).toMatchObject({ status: 200, json: { ready: true, loading: 'stopped' } })
    expect(response.json).toHaveProperty('reason', expect.stringContaining('refused dozens of rows'))
  })
})

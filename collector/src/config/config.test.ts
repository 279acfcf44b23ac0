import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { originsOutOfReach, toConfig } from './config.ts'
import { ConfigError, readEnv } from './env.ts'

const configOf = (source: Record<string, string>) => toConfig(readEnv(source))

const servers = { CLICKHOUSE_URL: 'http://clickhouse:8123', DATABASE_URL: 'postgres://db/app' }
const password = { ADMIN_PASSWORD: 'a password of our own' }

describe('toConfig', () => {
  it('keeps everything in one directory by default', () => {
    const data = resolve('data')
    expect(configOf({})).toMatchObject({
      listen: { host: '127.0.0.1', port: 8080, dashboardPort: 8081 },
      origins: { site: 'http://localhost:8080', dashboard: 'http://localhost:8081', loopbackAliases: true },
      clickhouse: { kind: 'embedded', path: `${data}/clickhouse` },
      postgres: { kind: 'embedded', path: `${data}/postgres` },
      spool: { maxBytes: 4 * 1024 ** 3, retentionHours: 24 },
      events: { retentionMonths: 13 },
      admin: { email: 'admin@halfmeasure.test', password: 'half-measure-demo', demo: true },
      dataDir: data,
      keysDir: `${data}/keys`,
      logLevel: 'info',
    })
  })

  it('passes configured values on', () => {
    expect(
      configOf({
        PORT: '80',
        DASHBOARD_PORT: '81',
        HOST: '0.0.0.0',
        DATA_DIR: '/var/lib/half-measure',
        ...servers,
        SITE_ORIGIN: 'https://halfmeasure.test',
        DASHBOARD_ORIGIN: 'https://admin.halfmeasure.test',
        ADMIN_EMAIL: 'owner@halfmeasure.test',
        ...password,
        EVENT_RETENTION_MONTHS: '6',
        SPOOL_MAX_BYTES: '100000000',
        SPOOL_RETENTION_HOURS: '1',
        LOG_LEVEL: 'warn',
      }),
    ).toMatchObject({
      listen: { host: '0.0.0.0', port: 80, dashboardPort: 81 },
      origins: {
        site: 'https://halfmeasure.test',
        dashboard: 'https://admin.halfmeasure.test',
        loopbackAliases: false,
      },
      clickhouse: { kind: 'server', url: 'http://clickhouse:8123' },
      postgres: { kind: 'server', url: 'postgres://db/app' },
      spool: { maxBytes: 100_000_000, retentionHours: 1 },
      events: { retentionMonths: 6 },
      admin: { email: 'owner@halfmeasure.test', password: 'a password of our own', demo: false },
      logLevel: 'warn',
    })
  })

  it('uses the configured ports in the origins', () => {
    expect(configOf({ PORT: '3000', DASHBOARD_PORT: '3001' }).origins).toMatchObject({
      site: 'http://localhost:3000',
      dashboard: 'http://localhost:3001',
    })
    // As a browser sends it.
    expect(configOf({ PORT: '80' }).origins.site).toBe('http://localhost')
  })

  it('lets pages speak to the pixel’s origins, and without a pixel to nobody', () => {
    const env = { PIXEL_ORIGINS: 'https://reports.test' }
    const pixel = { ...env, PIXEL_ID: '1', PIXEL_SRC: 'https://pixel.test/en/events.js' }
    expect(configOf(pixel).partners).toEqual(['https://pixel.test', 'https://reports.test'])
    expect(configOf(env).partners).toEqual([])
  })

  it('limits requests by default wherever others can connect, also through a proxy on this machine', () => {
    const beyond = { HOST: '0.0.0.0', ...password }
    expect(configOf({}).events.rateLimit).toBe(0)
    expect(configOf(beyond).events.rateLimit).toBe(60_000)
    expect(configOf({ EVENT_RATE_LIMIT: '5' }).events.rateLimit).toBe(5)
    expect(configOf({ ...beyond, EVENT_RATE_LIMIT: '0' }).events.rateLimit).toBe(0)
    for (const name of ['SITE_ORIGIN', 'DASHBOARD_ORIGIN'])
      expect(configOf({ [name]: 'https://halfmeasure.test', ...password }).events.rateLimit).toBe(60_000)
    expect(configOf({ SITE_ORIGIN: 'http://localhost:9000' }).events.rateLimit).toBe(0)
  })

  it('has no API for administrators on the magazine’s origin where readers come from other machines', () => {
    const site = { SITE_ORIGIN: 'https://halfmeasure.test', ...password }
    expect(configOf(site)).toMatchObject({ readersOnly: true, admin: { requireSecondFactor: true } })
    expect(configOf({ ...site, DASHBOARD_ORIGIN: 'http://localhost:8081' }).readersOnly).toBe(true)
    expect(configOf({ SITE_ORIGIN: 'https://localhost', ...password }).readersOnly).toBe(false)
  })

  it('knows origins that browsers on other machines cannot open, although they can connect', () => {
    const outOfReach = (source: Record<string, string>) => originsOutOfReach(configOf(source))
    const lan = { HOST: '0.0.0.0', ...password }
    expect(outOfReach({})).toEqual([])
    expect(outOfReach(lan)).toEqual(['SITE_ORIGIN', 'DASHBOARD_ORIGIN'])
    expect(outOfReach({ ...lan, SITE_ORIGIN: 'http://192.168.1.10:8080' })).toEqual(['DASHBOARD_ORIGIN'])
    // The containers, tried out on this machine.
    const proxy = { SITE_ORIGIN: 'https://localhost', DASHBOARD_ORIGIN: 'https://admin.localhost' }
    expect(outOfReach({ ...lan, ...proxy })).toEqual([])
  })

  it('requires a second factor by default where the magazine or the dashboard is opened on other machines', () => {
    const isRequired = (source: Record<string, string>) => configOf(source).admin.requireSecondFactor
    const isApart = (source: Record<string, string>) => configOf(source).readersOnly
    const listening = { HOST: '0.0.0.0', ...password }
    expect(isRequired({})).toBe(false)
    expect(isRequired({ ...servers, ...password })).toBe(false)
    expect(isRequired(listening)).toBe(true)
    // Behind a proxy on this machine.
    expect(isRequired({ DASHBOARD_ORIGIN: 'https://admin.halfmeasure.test', ...password })).toBe(true)
    // In a container that is tried out on this machine.
    expect(isRequired({ ...listening, DASHBOARD_ORIGIN: 'https://admin.localhost' })).toBe(false)
    expect(isRequired({ REQUIRE_SECOND_FACTOR: 'true' })).toBe(true)
    expect(isRequired({ ...listening, REQUIRE_SECOND_FACTOR: 'false' })).toBe(false)
    expect([isApart({}), isApart({ REQUIRE_SECOND_FACTOR: 'true' }), isApart(listening)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('takes each store for itself: one may be a server', () => {
    expect(configOf({ CLICKHOUSE_URL: servers.CLICKHOUSE_URL, ...password })).toMatchObject({
      clickhouse: { kind: 'server' },
      postgres: { kind: 'embedded' },
    })
  })

  it('knows several ClickHouse servers by shard and replica', () => {
    const cluster = {
      CLICKHOUSE_SHARDS: ' ch-1-1,ch-1-2  ch-2-1:8124,[fd00::2] ',
      CLICKHOUSE_CLUSTER: 'some',
    }
    expect(configOf({ CLICKHOUSE_URL: servers.CLICKHOUSE_URL, ...cluster, ...password }).clickhouse).toEqual({
      kind: 'server',
      url: servers.CLICKHOUSE_URL,
      cluster: {
        name: 'some',
        shards: [
          ['ch-1-1', 'ch-1-2'],
          ['ch-2-1:8124', '[fd00::2]'],
        ],
      },
    })
    expect(() => configOf({ ...cluster, ...password })).toThrow(
      /CLICKHOUSE_SHARDS: goes together with CLICKHOUSE_URL/,
    )
    const { CLICKHOUSE_CLUSTER } = cluster
    expect(() => configOf({ ...servers, CLICKHOUSE_CLUSTER, ...password })).toThrow(/set both, or neither/)
  })

  it('gives each role the ClickHouse account that is configured for it, and no other', () => {
    const url = 'http://migrator:a@clickhouse:8123'
    const writerUrl = 'http://writer:b@clickhouse:8123'
    const readerUrl = 'http://reader:c@clickhouse:8123'
    const viewerUrl = 'http://viewer:d@clickhouse:8123'
    const roles = {
      CLICKHOUSE_WRITER_URL: writerUrl,
      CLICKHOUSE_READER_URL: readerUrl,
      CLICKHOUSE_VIEWER_URL: viewerUrl,
    }
    expect(configOf({ CLICKHOUSE_URL: url, ...roles, ...password }).clickhouse).toEqual({
      kind: 'server',
      url,
      writerUrl,
      readerUrl,
      viewerUrl,
    })
    expect(() => configOf({ ...roles, ...password })).toThrow(
      /CLICKHOUSE_WRITER_URL: goes together[^]*CLICKHOUSE_READER_URL: goes together[^]*CLICKHOUSE_VIEWER_URL: goes together/,
    )
  })

  it('lets another PostgreSQL account create the tables, where one is configured', () => {
    const url = 'postgres://collector:a@db/app'
    const migrationUrl = 'postgres://owner:b@db/app'
    const env = { DATABASE_MIGRATION_URL: migrationUrl, ...password }
    expect(configOf({ DATABASE_URL: url, ...env }).postgres).toEqual({ kind: 'server', url, migrationUrl })
    expect(() => configOf(env)).toThrow('DATABASE_MIGRATION_URL: goes together with DATABASE_URL')
  })

  it('measures and traces nothing by default', () => {
    expect(configOf({})).toMatchObject({ metricsPort: undefined, traces: undefined })
    const endpoint = 'http://otel:4318'
    expect(configOf({ METRICS_PORT: '9464', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toMatchObject({
      metricsPort: 9_464,
      traces: { endpoint, ratio: 0.05, serviceName: 'half-measure-collector' },
    })
  })

  it.each(['8080', '8081'])('refuses to show metrics where readers come in: %s', (METRICS_PORT) => {
    expect(() => configOf({ METRICS_PORT })).toThrow(/METRICS_PORT=\d+: readers/)
  })

  it('refuses one address for the magazine and the dashboard, which would redirect to itself', () => {
    const origins = { SITE_ORIGIN: 'https://halfmeasure.test', DASHBOARD_ORIGIN: 'https://halfmeasure.test' }
    expect(() => configOf({ ...origins, ...password })).toThrow(
      /DASHBOARD_ORIGIN=https:\/\/halfmeasure.test: the same as SITE_ORIGIN; give the dashboard/,
    )
    const ports = { SITE_ORIGIN: 'https://a.test', DASHBOARD_ORIGIN: 'https://a.test:8443' }
    expect(configOf({ ...ports, ...password }).origins).toMatchObject({ dashboard: 'https://a.test:8443' })
  })

  it('refuses one port for two programs', () => {
    expect(() => configOf({ PORT: '8081' })).toThrow(/DASHBOARD_PORT=8081/)
  })
})

describe('the default password', () => {
  it.each([['127.0.0.1'], ['127.8.8.8'], ['localhost'], ['::1'], ['[::1]']])(
    'is good on loopback with the embedded stores: HOST=%s',
    (host) => {
      const config = configOf({ HOST: host })
      expect(config.admin.demo).toBe(true)
      expect(config.origins.loopbackAliases).toBe(true)
    },
  )

  it.each([
    ['every address', { HOST: '0.0.0.0' }],
    ['every address of both kinds', { HOST: '::' }],
    ['an address of the network', { HOST: '192.168.1.10' }],
    ['a name', { HOST: 'halfmeasure.test' }],
    ['a name that looks like loopback', { HOST: '127.0.0.1.evil.test' }],
    ['a ClickHouse server', { CLICKHOUSE_URL: servers.CLICKHOUSE_URL }],
    ['a Postgres server', { DATABASE_URL: servers.DATABASE_URL }],
    ['both servers', servers],
  ])('is refused with %s, whether set or left out', (_, source: Record<string, string>) => {
    for (const left of [{}, { ADMIN_PASSWORD: 'half-measure-demo' }]) {
      expect(() => configOf({ ...source, ...left })).toThrow(ConfigError)
      expect(() => configOf({ ...source, ...left })).toThrow(/ADMIN_PASSWORD/)
    }
    const config = configOf({ ...source, ...password })
    expect(config.admin.demo).toBe(false)
    expect(config.origins.loopbackAliases).toBe(false)
  })

  it('is named together with the other problems', () => {
    expect(() => configOf({ HOST: '0.0.0.0', PORT: '8081' })).toThrow(/ADMIN_PASSWORD[^]*DASHBOARD_PORT/)
  })

  it('is prefilled for its own account only', () => {
    expect(configOf({ ADMIN_EMAIL: 'owner@halfmeasure.test' }).admin.demo).toBe(false)
    expect(configOf(password).admin.demo).toBe(false)
    expect(configOf({ ADMIN_PASSWORD: 'half-measure-demo' }).admin.demo).toBe(true)
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { ConfigError, readEnv } from './env.ts'

/** What is said of an environment that cannot be used, line by line. */
function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnv(source)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
  return []
}

const GIB = 1024 ** 3

describe('readEnv', () => {
  it('needs nothing: the embedded default', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 8080,
      DASHBOARD_PORT: 8081,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      ADMIN_EMAIL: 'admin@halfmeasure.test',
      ADMIN_PASSWORD: 'half-measure-demo',
      EVENT_RETENTION_MONTHS: 13,
      SPOOL_MAX_BYTES: 4 * GIB,
      SPOOL_RETENTION_HOURS: 24,
      HEARTBEAT_TIMEOUT_SECONDS: 30,
      OTEL_SERVICE_NAME: 'half-measure-collector',
      OTEL_TRACES_SAMPLER_ARG: 0.05,
      LOG_LEVEL: 'info',
    })
    const unset = ['CLICKHOUSE_URL', 'DATABASE_URL', 'SITE_ORIGIN', 'DASHBOARD_ORIGIN', 'EVENT_RATE_LIMIT']
    for (const name of unset) expect(readEnv({})).not.toHaveProperty(name)
  })

  it('takes secrets from files, without the line break at their end', () => {
    const file = join(temporaryDirectory(), 'secret')
    writeFileSync(file, 'not-the-default\n')
    expect(readEnv({ ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe('not-the-default')
    expect(problemsOf({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'another-one' })).toEqual([
      '  - ADMIN_PASSWORD_FILE: ADMIN_PASSWORD is set as well; set one of them',
    ])
    expect(problemsOf({ DATABASE_URL_FILE: '/nowhere/secret' })).toEqual([
      '  - DATABASE_URL_FILE=/nowhere/secret: cannot be read (ENOENT)',
    ])
  })

  it('takes an empty value for none, as compose files pass it', () => {
    const names = [
      ...Object.keys(readEnv({})),
      'CLICKHOUSE_URL',
      'DATABASE_URL',
      'SITE_ORIGIN',
      'EVENT_RATE_LIMIT',
    ]
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    const { TRUSTED_PROXIES: _, ...values } = readEnv(empty)
    const { TRUSTED_PROXIES: __, ...defaults } = readEnv({})
    expect(values).toEqual(defaults)
  })

  it('leaves the rest of the environment alone', () => {
    expect(readEnv({ PATH: '/usr/bin', HOME: '/root', port: '1' })).toMatchObject({ PORT: 8080 })
    expect(readEnv({ PATH: '/usr/bin' })).not.toHaveProperty('PATH')
  })

  it.each<[string, string, unknown?]>([
    ['PORT', '1', 1],
    ['PORT', '65535', 65_535],
    ['DASHBOARD_PORT', '9000', 9_000],
    ['HOST', '0.0.0.0'],
    ['HOST', '::1'],
    ['DATA_DIR', '/var/lib/half-measure'],
    ['CLICKHOUSE_URL', 'http://clickhouse:8123'],
    ['CLICKHOUSE_URL', 'https://writer:secret@clickhouse/analytics'],
    ['DATABASE_URL', 'postgres://postgres:5432/app'],
    ['DATABASE_URL', 'postgresql://user:secret@db/app?sslmode=require'],
    ['SITE_ORIGIN', 'https://halfmeasure.test'],
    ['SITE_ORIGIN', 'http://localhost:8080'],
    ['DASHBOARD_ORIGIN', 'https://admin.halfmeasure.test'],
    ['ADMIN_EMAIL', 'owner@halfmeasure.test'],
    ['ADMIN_PASSWORD', 'eight888'],
    ['MAIL_FROM', 'friday@halfmeasure.test'],
    ['PIXEL_ORIGINS', 'https://a.test, https://b.test', ['https://a.test', 'https://b.test']],
    ['MAIL_FROM', 'Half Measure <friday@halfmeasure.test>'],
    ['ALERT_WEBHOOK_URL', 'http://bot.lan:9000/hook'],
    ['EVENT_RETENTION_MONTHS', '1', 1],
    ['EVENT_RETENTION_MONTHS', '120', 120],
    ['EVENT_RATE_LIMIT', '0', 0],
    ['EVENT_RATE_LIMIT', '600', 600],
    ['SPOOL_MAX_BYTES', '67108864', 64 * 1024 * 1024],
    ['SPOOL_RETENTION_HOURS', '0', 0],
    ['SPOOL_RETENTION_HOURS', '0.5', 0.5],
    ['SPOOL_RETENTION_HOURS', '720', 720],
    ['HEARTBEAT_TIMEOUT_SECONDS', '1', 1],
    ['HEARTBEAT_TIMEOUT_SECONDS', '3600', 3_600],
    ['LOG_LEVEL', 'silent'],
  ])('reads %s=%s', (name, value, expected = value) => {
    // A password of one's own, since some of these leave the embedded default.
    const env = readEnv({ ADMIN_PASSWORD: 'a password of our own', [name]: value })
    expect(env).toMatchObject({ [name]: expected })
  })

  it.each([
    ['SITE_ORIGIN', 'https://halfmeasure.test'],
    ['DASHBOARD_ORIGIN', 'https://admin.halfmeasure.test'],
  ])(
    'refuses the default password where %s is public: a proxy on this machine may lead everybody here',
    (name, value) => {
      expect(() => readEnv({ [name]: value })).toThrow(/ADMIN_PASSWORD: the default password/)
      expect(readEnv({ [name]: value, ADMIN_PASSWORD: 'a password of our own' })).toBeDefined()
    },
  )

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://admin.localhost:8081'])(
    'takes it where the address is %s',
    (value) => {
      expect(readEnv({ DASHBOARD_ORIGIN: value }).ADMIN_PASSWORD).toBe('half-measure-demo')
    },
  )

  it('reads the networks of trusted proxies', () => {
    const { TRUSTED_PROXIES } = readEnv({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' })
    expect(TRUSTED_PROXIES.check('10.1.2.3', 'ipv4')).toBe(true)
    expect(TRUSTED_PROXIES.check('192.0.2.1', 'ipv4')).toBe(false)
  })

  it.each([
    ['PORT', ['0', '-1', '65536', '80.5', 'http', '8080 8081', 'NaN', 'Infinity']],
    ['DASHBOARD_PORT', ['0', '65536', 'auto']],
    ['CLICKHOUSE_URL', ['clickhouse:8123', 'tcp://clickhouse:9000', 'clickhouse', 'file:///data']],
    ['CLICKHOUSE_SHARDS', ['http://ch-1', 'a,,b', 'a, b', 'a;b', 'a:port']],
    ['DATABASE_URL', ['mysql://db/app', 'http://db/app', 'db', 'host=db dbname=app']],
    [
      'SITE_ORIGIN',
      [
        'halfmeasure.test',
        'https://halfmeasure.test/',
        'https://halfmeasure.test/blog',
        'ftp://halfmeasure.test',
        'https://HALFMEASURE.test',
        'https://user@halfmeasure.test',
        'https://halfmeasure.test:443',
        '*',
        'null',
      ],
    ],
    ['DASHBOARD_ORIGIN', ['https://admin.halfmeasure.test/', 'admin']],
    ['TRUSTED_PROXIES', ['proxy', '10.0.0.0/33', '10.0.0.0/8;fd00::/8']],
    ['ADMIN_EMAIL', ['admin', 'admin@', 'a b@halfmeasure.test']],
    ['PIXEL_ORIGINS', ['a.test', 'https://a.test/x', 'https://a.test https://b.test', 'https://a.test;']],
    ['MAIL_FROM', ['Half Measure', 'friday@', 'Half Measure friday@b.test', 'a@b.test, c@b.test']],
    ['PIXEL_SRC', ['pixel.test', 'http://pixel.test/p.js']],
    [
      'OIDC_ISSUER',
      [
        'accounts.example.org',
        'http://accounts.example.org',
        'https://a.test/.well-known/openid-configuration',
        'https://a.test/?tenant=1',
        'ftp://a.test',
      ],
    ],
    [
      'OIDC_ALLOWED_DOMAINS',
      ['@example.org', 'example', '*.example.org', 'ada@example.org', 'a.test b.test'],
    ],
    ['EVENT_RETENTION_MONTHS', ['0', '121', '1.5', 'a year']],
    ['REQUIRE_SECOND_FACTOR', ['yes', '1', 'TRUE']],
    ['EVENT_RATE_LIMIT', ['-1', '0.5', 'off']],
    ['SPOOL_MAX_BYTES', ['67108863', '4 GiB', '-1', '1e30']],
    ['SPOOL_RETENTION_HOURS', ['-1', '721', 'a day']],
    ['HEARTBEAT_TIMEOUT_SECONDS', ['0', '0.9', '3601', 'a minute']],
    ['LOG_LEVEL', ['verbose', 'INFO', 'warning']],
  ])('refuses values of %s, naming it', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value })
      expect(problems.length, value).toBeGreaterThan(0)
      for (const problem of problems) expect(problem).toMatch(new RegExp(`^ {2}- ${name}[=:]`))
    }
  })

  it.each([
    ['PORT', ['0', '65536', '80.5', 'http'], 'a port number from 1 to 65535'],
    ['METRICS_PORT', ['0'], 'a port number from 1 to 65535'],
    ['NEWSLETTER_RATE', ['0', '6001', '1.5'], 'a whole number of emails per minute from 1 to 6000'],
    ['EVENT_RETENTION_MONTHS', ['0', '121', '1.5'], 'a whole number of months from 1 to 120'],
    [
      'EVENT_RATE_LIMIT',
      ['-1', '0.5', 'off'],
      'a whole number, the allowance of a network per minute (0 for no limit), at least 0',
    ],
    ['SPOOL_MAX_BYTES', ['1', '4 GiB', '1e30'], 'a whole number of bytes, at least 67108864'],
    ['SPOOL_RETENTION_HOURS', ['-1', '721'], 'a number of hours from 0 to 720'],
    ['HEARTBEAT_TIMEOUT_SECONDS', ['0', '3601'], 'a number of seconds from 1 to 3600'],
    ['OTEL_TRACES_SAMPLER_ARG', ['-0.1', '1.1', 'all'], 'a share from 0 to 1'],
  ])('says which values of %s are possible', (name, values, text) => {
    for (const value of values)
      expect(problemsOf({ [name]: value })).toEqual([`  - ${name}=${value}: ${text}`])
  })

  it.each([
    ['https://halfmeasure.test/', 'https://halfmeasure.test'],
    ['https://HALFMEASURE.test:443/blog', 'https://halfmeasure.test'],
    ['http://bücher.test:8080', 'http://xn--bcher-kva.test:8080'],
    ['halfmeasure.test', 'https://example.org or http://localhost:8080'],
    ['ftp://halfmeasure.test', 'https://example.org or http://localhost:8080'],
    ['localhost:8080', 'https://example.org or http://localhost:8080'],
  ])('says what an origin is, with the one that was probably meant: %s', (value, example) => {
    const form = 'an origin as browsers write it, in lower case, without a path and the usual port, such as'
    expect(problemsOf({ SITE_ORIGIN: value })).toEqual([`  - SITE_ORIGIN=${value}: ${form} ${example}`])
  })

  const client = {
    OIDC_ISSUER: 'https://accounts.example.org',
    OIDC_CLIENT_ID: 'half-measure',
    OIDC_CLIENT_SECRET: 'a secret of the client',
  }

  it('takes single sign-on with an issuer, an id and a secret, which may come from a file', () => {
    const { OIDC_CLIENT_SECRET: secret, ...rest } = client
    const file = join(temporaryDirectory(), 'secret')
    writeFileSync(file, `${secret}\n`)
    const domains = { OIDC_ALLOWED_DOMAINS: ' Example.org, beer.example.net' }
    expect(readEnv({ ...rest, ...domains, OIDC_CLIENT_SECRET_FILE: file })).toMatchObject({
      OIDC_CLIENT_SECRET: secret,
      OIDC_ALLOWED_DOMAINS: ['example.org', 'beer.example.net'],
    })
    expect(readEnv({ ...client, OIDC_ISSUER: 'http://127.0.0.1:9000' })).toBeDefined()
  })

  it('refuses half of it, naming what is missing, and never shows the secret', () => {
    const { OIDC_CLIENT_SECRET: _, ...withoutSecret } = client
    expect(problemsOf(withoutSecret)).toEqual([
      expect.stringMatching(/^ {2}- OIDC_CLIENT_SECRET: .*set all three, or none$/),
    ])
    expect(problemsOf({ OIDC_ALLOWED_DOMAINS: 'example.org' })).toEqual([
      expect.stringMatching(/^ {2}- OIDC_ALLOWED_DOMAINS: goes together with OIDC_ISSUER/),
    ])
    const wrong = problemsOf({ ...client, OIDC_ISSUER: 'http://accounts.example.org' }).join()
    expect(wrong).toMatch(/OIDC_ISSUER=.*: https, or http on loopback/)
    expect(wrong).not.toContain(client.OIDC_CLIENT_SECRET)
  })

  it('refuses a short password, naming the variable', () => {
    expect(problemsOf({ ADMIN_PASSWORD: 'seven77' })).toEqual([
      expect.stringMatching(/ADMIN_PASSWORD.*at least 8 characters/),
    ])
  })

  it.each([
    ['ADMIN_PASSWORD', 'hunter2'],
    ['DATABASE_URL', 'postgre://app:hunter2@db/app'],
    ['CLICKHOUSE_URL', 'tcp://writer:hunter2@clickhouse:9000'],
    ['ALERT_SLACK_URL', 'hooks.slack.test/services/hunter2'],
    ['ALERT_WEBHOOK_URL', 'https://bot:hunter2@chat.test/hook'],
  ])('names %s without the secret in its value', (name, value) => {
    const message = problemsOf({ [name]: value }).join()
    expect(message).toContain(name)
    expect(message).not.toContain('hunter2')
  })

  it.each([
    {
      CLICKHOUSE_URL: 'clickhouse:8123',
      CLICKHOUSE_WRITER_URL: 'http://ch',
      CLICKHOUSE_READER_URL: 'http://ch',
    },
    { CLICKHOUSE_CLUSTER: 'a-b', CLICKHOUSE_SHARDS: 'ch-1', CLICKHOUSE_URL: 'http://ch' },
    { DATABASE_URL: 'db', DATABASE_MIGRATION_URL: 'postgres://db/app' },
    { PIXEL_SRC: 'pixel.test', PIXEL_ID: 'one' },
    { OIDC_ISSUER: 'http://a.test', OIDC_CLIENT_ID: 'one', OIDC_CLIENT_SECRET: 'two', OIDC_NAME: 'A' },
    { PORT: 'x', METRICS_PORT: '8080' },
    { MAIL_FROM: 'friday@', SMTP_URL: 'smtp://mail', SITE_ORIGIN: 'https://halfmeasure.test' },
  ])('complains about one invalid value once, not about those that go together with it: %j', (source) => {
    const [name = ''] = Object.keys(source)
    expect(problemsOf({ ADMIN_PASSWORD: 'a password of our own', ...source })).toEqual([
      expect.stringMatching(new RegExp(`^ {2}- ${name}[=:]`)),
    ])
  })

  it('names every problem in one message, each once, with what to do', () => {
    const source = { PORT: 'x', HOST: '0.0.0.0', SITE_ORIGIN: 'me', LOG_LEVEL: 'all', SPOOL_MAX_BYTES: '1' }
    const named = problemsOf(source).map((line) => /^ {2}- (\w+(?:=\S+)?): ./.exec(line)?.[1] ?? line)
    expect(named.toSorted()).toEqual([
      'ADMIN_PASSWORD',
      'LOG_LEVEL=all',
      'PORT=x',
      'SITE_ORIGIN=me',
      'SPOOL_MAX_BYTES=1',
    ])
    expect(() => readEnv(source)).toThrow(/Correct these environment variables and start again/)
    expect(() => readEnv(source)).toThrow(expect.objectContaining({ code: 'invalid_configuration' }))
  })
})

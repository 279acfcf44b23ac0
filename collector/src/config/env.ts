import { z } from 'zod'
import { EmailAddress } from '@half-measure/shared/audience/email-address.ts'
import { demoAdmin, publication } from '@half-measure/shared/publication.ts'
import { parseCidrs } from './addresses.ts'
import { backupRecipient, hasPrivateKey } from './backup-recipient.ts'
import { isPrivate } from './exposure.ts'
import { publicationProblems } from './publication-problems.ts'
import { readSecretFiles } from './secret-files.ts'
import {
  flag,
  httpUrl,
  list,
  numberOf,
  origin,
  port,
  postgresUrl,
  secureUrl,
  webhookUrl,
  wholeNumberOf,
} from './values.ts'

const MIB = 1024 ** 2
const GIB = 1024 * MIB

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/
const HOST = String.raw`(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?`
const SHARDS = new RegExp(String.raw`^\s*${HOST}(?:,${HOST})*(?:\s+${HOST}(?:,${HOST})*)*\s*$`, 'i')
const ADDRESS = String.raw`[^\s@<>,]+@[^\s@<>,]+`
const SENDER = new RegExp(String.raw`^(?:${ADDRESS}|[^<>\p{Cc}]*<${ADDRESS}>)$`, 'u')

/**
 * The environment. Every value is optional; an empty one counts as unset, because Compose files pass unset variables as
 * empty strings.
 */
const Env = z.object({
  /** Site and API. */
  PORT: port.default(8080),
  /** Dashboard and the same API. */
  DASHBOARD_PORT: port.default(8081),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  CLICKHOUSE_URL: httpUrl.optional(),
  /**
   * The same server with the accounts that insert, query, and query for API tokens and share links; by default that of
   * `CLICKHOUSE_URL`, for the last one that of the other queries.
   */
  CLICKHOUSE_WRITER_URL: httpUrl.optional(),
  CLICKHOUSE_READER_URL: httpUrl.optional(),
  CLICKHOUSE_VIEWER_URL: httpUrl.optional(),
  /** Hosts of several servers: shards are separated by spaces, the replicas of a shard by commas. */
  CLICKHOUSE_SHARDS: z
    .string()
    .regex(SHARDS, 'hosts: shards separated by spaces, replicas of a shard by commas')
    .transform((list) =>
      list
        .trim()
        .split(/\s+/)
        .map((replicas) => replicas.split(',')),
    )
    .optional(),
  /** Name of the cluster on these servers. */
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^\w{1,64}$/, 'letters, digits and underscores')
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  /** The same database with the account that owns the tables; by default that of `DATABASE_URL`. */
  DATABASE_MIGRATION_URL: postgresUrl.optional(),
  SITE_ORIGIN: origin.optional(),
  DASHBOARD_ORIGIN: origin.optional(),
  /** Networks of proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list, context) => {
      const blocks = parseCidrs(list)
      if (typeof blocks !== 'string') return blocks
      context.addIssue({
        code: 'custom',
        message: `networks such as 10.0.0.0/8, separated by commas; ${blocks} is not a network`,
      })
      return z.NEVER
    }),
  ADMIN_EMAIL: EmailAddress.default(demoAdmin.email),
  ADMIN_PASSWORD: z.string().min(8, 'at least 8 characters').default(demoAdmin.password),
  /** For every administrator. By default unless everything is opened on this machine only. */
  REQUIRE_SECOND_FACTOR: flag.optional(),
  /** The marketing pixel: its id, and the address of its script. Both or neither. */
  PIXEL_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'letters, digits, dots, dashes and underscores')
    .optional(),
  PIXEL_SRC: secureUrl.optional(),
  /** Further origins that the pixel's script may report to; browsers block all others. */
  PIXEL_ORIGINS: list.pipe(z.array(origin)),
  /** Without it, emails are written to files in `DATA_DIR/outbox`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address' }).optional(),
  /** Single sign-on: the provider, and our client there. All three or none. */
  OIDC_ISSUER: secureUrl
    .refine((value) => !/[?#]|\/\.well-known\//.test(value), 'the issuer alone, without /.well-known/…')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Domains whose addresses need no invitation. */
  OIDC_ALLOWED_DOMAINS: list.pipe(
    z.array(z.string().toLowerCase().regex(DOMAIN, 'domains such as example.org, separated by commas')),
  ),
  /** The provider's name on the button. */
  OIDC_NAME: z.string().trim().max(60, 'at most 60 characters').optional(),
  /** `Name <address>` or an address. */
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'an address, or a name and an <address>')
    .default(`${publication.name} <${publication.mailboxes.newsletter}>`),
  /** Newsletter emails per minute: as many as the mail server and its reputation can take. */
  NEWSLETTER_RATE: wholeNumberOf('a whole number of emails per minute', 1, 6_000).default(600),
  /** Where alerts are posted as JSON, beside the emails. */
  ALERT_WEBHOOK_URL: webhookUrl.optional(),
  /** The same in Slack's format, which Mattermost and Rocket.Chat accept. */
  ALERT_SLACK_URL: webhookUrl.optional(),
  /** Whether the magazine's links to other sites are requested every night. By default unless everything is opened on this machine only. */
  CHECK_LINKS: flag.optional(),
  EVENT_RETENTION_MONTHS: wholeNumberOf('a whole number of months', 1, 120).default(13),
  /** Per network and minute, see `RequestLimits`; 0 is no limit. By default none if private, 60,000 elsewhere. */
  EVENT_RATE_LIMIT: wholeNumberOf(
    'a whole number, the allowance of a network per minute (0 for no limit)',
    0,
  ).optional(),
  SPOOL_MAX_BYTES: wholeNumberOf('a whole number of bytes', 64 * MIB).default(4 * GIB),
  SPOOL_RETENTION_HOURS: numberOf('a number of hours', 0, 24 * 30).default(24),
  /** Public key that backups are encrypted for; the private key is kept elsewhere. */
  BACKUP_RECIPIENT: backupRecipient.optional(),
  /** Heartbeat timeout, for several collectors on one ClickHouse. */
  HEARTBEAT_TIMEOUT_SECONDS: numberOf('a number of seconds', 1, 3_600).default(30),
  /** Port of `/metrics` for Prometheus, off by default. Keep it private. */
  METRICS_PORT: port.optional(),
  /** OTLP endpoint over HTTP; without it there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default('half-measure-collector'),
  /** Share of traces to keep. */
  OTEL_TRACES_SAMPLER_ARG: numberOf('a share', 0, 1).default(0.05),
  /** Tests only: where this process dies; see `failpoint.ts`. */
  FAILPOINT: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Env = z.output<typeof Env>

const SECRET = /PASSWORD|SECRET|_URL$/

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly code = 'invalid_configuration'

  constructor(problems: readonly string[]) {
    super(
      [
        'The configuration is not valid. Correct these environment variables and start again:',
        ...problems,
      ].join('\n  - '),
    )
  }
}

/**
 * The environment, parsed; the only reader of `process.env`.
 *
 * @throws {ConfigError} naming every problem at once: of single values, and of values that are unsafe together.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const { values: present, problems: unreadable } = readSecretFiles(
    Object.fromEntries(Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    Object.keys(Env.shape).filter((name) => SECRET.test(name)),
  )
  if (unreadable.length > 0) throw new ConfigError(unreadable)
  const parsed = Env.safeParse(present)
  if (parsed.success) {
    const problems = problemsTogether(parsed.data)
    if (problems.length > 0) throw new ConfigError(problems.map(({ text }) => text))
    return parsed.data
  }
  const byName = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
  throw new ConfigError([
    ...[...byName].map(([name, message]) => `${nameAndValue(name, present[name])}: ${message}`),
    // Invalid values count as unset here, so that the rest is still checked.
    ...problemsTogether(
      Env.parse(Object.fromEntries(Object.entries(present).filter(([name]) => !byName.has(name)))),
    ).flatMap(({ of, text }) => (of.some((name) => byName.has(name)) ? [] : [text])),
  ])
}

/** Variables that are invalid together. While one of them is invalid by itself, nothing can be said. */
interface ProblemTogether {
  readonly of: readonly (keyof Env)[]
  readonly text: string
}

/** Combinations that are invalid. */
function problemsTogether(env: Env): ProblemTogether[] {
  const problems: ProblemTogether[] = []
  const add = (of: readonly (keyof Env)[], text: string) => problems.push({ of, text })
  // Invalid addresses count as unset, which only makes an installation look more private than it is.
  if (!isPrivate(env) && env.ADMIN_PASSWORD === demoAdmin.password) {
    add(
      ['ADMIN_PASSWORD'],
      'ADMIN_PASSWORD: the default password is only for embedded stores on loopback without a public origin; set your own, at least 8 characters',
    )
  }
  for (const text of publicationProblems(env)) add(['SMTP_URL', 'MAIL_FROM', 'DASHBOARD_ORIGIN'], text)
  if ((env.PIXEL_ID === undefined) !== (env.PIXEL_SRC === undefined)) {
    add(['PIXEL_ID', 'PIXEL_SRC'], 'PIXEL_ID: goes together with PIXEL_SRC; set both, or neither')
  }
  if (env.METRICS_PORT !== undefined && [env.PORT, env.DASHBOARD_PORT].includes(env.METRICS_PORT)) {
    add(
      ['METRICS_PORT', 'PORT', 'DASHBOARD_PORT'],
      `METRICS_PORT=${env.METRICS_PORT}: readers use that port; metrics need a port of their own`,
    )
  }
  for (const name of [
    'CLICKHOUSE_WRITER_URL',
    'CLICKHOUSE_READER_URL',
    'CLICKHOUSE_VIEWER_URL',
    'CLICKHOUSE_SHARDS',
  ] as const) {
    if (env[name] !== undefined && env.CLICKHOUSE_URL === undefined) {
      add(
        [name, 'CLICKHOUSE_URL'],
        `${name}: goes together with CLICKHOUSE_URL; set CLICKHOUSE_URL too, with the account that creates the tables`,
      )
    }
  }
  if ((env.CLICKHOUSE_SHARDS === undefined) !== (env.CLICKHOUSE_CLUSTER === undefined)) {
    add(
      ['CLICKHOUSE_SHARDS', 'CLICKHOUSE_CLUSTER'],
      'CLICKHOUSE_SHARDS: goes together with CLICKHOUSE_CLUSTER; set both, or neither',
    )
  }
  if (env.DATABASE_MIGRATION_URL !== undefined && env.DATABASE_URL === undefined) {
    add(
      ['DATABASE_MIGRATION_URL', 'DATABASE_URL'],
      'DATABASE_MIGRATION_URL: goes together with DATABASE_URL; set DATABASE_URL too, with the account that works with the rows',
    )
  }
  const client = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = client.filter((name) => env[name] === undefined)
  if (missing.length > 0 && missing.length < client.length) {
    add(client, `${missing.join(', ')}: single sign-on needs ${client.join(', ')}; set all three, or none`)
  }
  if (missing.length === client.length && (env.OIDC_NAME ?? env.OIDC_ALLOWED_DOMAINS[0]) !== undefined) {
    const name = env.OIDC_NAME === undefined ? 'OIDC_ALLOWED_DOMAINS' : 'OIDC_NAME'
    add(['OIDC_NAME', 'OIDC_ALLOWED_DOMAINS', ...client], `${name}: goes together with ${client.join(', ')}`)
  }
  if (env.SITE_ORIGIN !== undefined && env.SITE_ORIGIN === env.DASHBOARD_ORIGIN) {
    add(
      ['DASHBOARD_ORIGIN', 'SITE_ORIGIN'],
      `DASHBOARD_ORIGIN=${env.DASHBOARD_ORIGIN}: the same as SITE_ORIGIN; give the dashboard a host name or a port of its own, such as https://admin.example.org`,
    )
  }
  if (env.PORT === env.DASHBOARD_PORT) {
    add(
      ['DASHBOARD_PORT', 'PORT'],
      `DASHBOARD_PORT=${env.DASHBOARD_PORT}: the same as PORT; the site and the dashboard need one each`,
    )
  }
  return problems
}

/** Names secrets without showing them, because messages end up in logs. */
function nameAndValue(name: string, value = ''): string {
  return SECRET.test(name) || hasPrivateKey(value) ? name : `${name}=${value}`
}

import { join, resolve } from 'node:path'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { isLoopback, isOfThisMachine } from './addresses.ts'
import type { Env } from './env.ts'
import { isPrivate, isPublic } from './exposure.ts'

/** An embedded store or a server. Only opening it differs. */
export type StoreConfig = { kind: 'embedded'; path: string } | { kind: 'server'; url: string }

/** On a server the tables may belong to a separate account, which is used at start only. */
export type PostgresConfig = StoreConfig & { readonly migrationUrl?: string | undefined }

/** On a server each role may have its own account; by default that of `url`, which creates the tables. */
export type ClickHouseConfig = StoreConfig & {
  readonly writerUrl?: string | undefined
  readonly readerUrl?: string | undefined
  readonly viewerUrl?: string | undefined
  readonly cluster?: ClusterConfig | undefined
}

/** Several servers, with the accounts and the protocol of the address above. */
export interface ClusterConfig {
  /** Name of the cluster on these servers, for queries of all shards. */
  readonly name: string
  /** The hosts of the replicas of each shard, each with its port if it differs. */
  readonly shards: readonly (readonly string[])[]
}

export interface SingleSignOnConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** In lower case. Their addresses need no invitation. */
  readonly allowedDomains: readonly string[]
  /** As in "Sign in with …". */
  readonly name: string
  /** For each response of the provider, milliseconds. For tests. */
  readonly deadlineMs?: number
}

/** The collector's configuration, grouped by the module that needs it. */
export type Config = ReturnType<typeof toConfig>

/** Groups a parsed environment and derives the rest. */
export function toConfig(env: Env) {
  const dataDir = resolve(env.DATA_DIR)
  const private_ = isPrivate(env)
  const clickhouse: ClickHouseConfig = env.CLICKHOUSE_URL
    ? {
        kind: 'server',
        url: env.CLICKHOUSE_URL,
        writerUrl: env.CLICKHOUSE_WRITER_URL,
        readerUrl: env.CLICKHOUSE_READER_URL,
        viewerUrl: env.CLICKHOUSE_VIEWER_URL,
        cluster: clusterOf(env),
      }
    : { kind: 'embedded', path: join(dataDir, 'clickhouse') }
  const postgres: PostgresConfig = env.DATABASE_URL
    ? { kind: 'server', url: env.DATABASE_URL, migrationUrl: env.DATABASE_MIGRATION_URL }
    : { kind: 'embedded', path: join(dataDir, 'postgres') }
  return {
    listen: { host: env.HOST, port: env.PORT, dashboardPort: env.DASHBOARD_PORT },
    origins: {
      site: env.SITE_ORIGIN ?? localOrigin(env.PORT),
      dashboard: env.DASHBOARD_ORIGIN ?? localOrigin(env.DASHBOARD_PORT),
      /** Treats all loopback names as one host, so `localhost` and `127.0.0.1` may be mixed. */
      loopbackAliases: private_,
    },
    /** The marketing pixel, loaded after consent only; undefined without one. */
    pixel:
      env.PIXEL_ID !== undefined && env.PIXEL_SRC !== undefined
        ? { id: env.PIXEL_ID, src: env.PIXEL_SRC }
        : undefined,
    /** Other origins that the magazine's pages may connect to: the pixel's. */
    partners: env.PIXEL_SRC === undefined ? [] : [new URL(env.PIXEL_SRC).origin, ...env.PIXEL_ORIGINS],
    /** Nobody on another machine can connect, and the stores are embedded. */
    isPrivate: private_,
    /** The magazine or the dashboard is opened on other machines, so the magazine's origin has no API for administrators. */
    readersOnly: isPublic(env),
    trustedProxies: env.TRUSTED_PROXIES,
    clickhouse,
    postgres,
    /** For all shards together. */
    spool: { maxBytes: env.SPOOL_MAX_BYTES, retentionHours: env.SPOOL_RETENTION_HOURS },
    events: {
      retentionMonths: env.EVENT_RETENTION_MONTHS,
      /** Budget of a network per minute, see `RequestLimits`; 0 is no limit. */
      rateLimit: env.EVENT_RATE_LIMIT ?? (private_ ? 0 : 60_000),
    },
    admin: {
      email: env.ADMIN_EMAIL,
      password: env.ADMIN_PASSWORD,
      /** The sign-in form is prefilled: loopback, embedded stores, default account. */
      demo: private_ && env.ADMIN_EMAIL === demoAdmin.email && env.ADMIN_PASSWORD === demoAdmin.password,
      /** Without a second factor, administrators can only set one up. */
      requireSecondFactor: env.REQUIRE_SECOND_FACTOR ?? isPublic(env),
    },
    /** The OpenID provider of administrators; undefined without one. */
    singleSignOn: singleSignOnOf(env),
    mail: {
      /** Without it, emails are written to files. */
      smtpUrl: env.SMTP_URL,
      outboxDir: join(dataDir, 'outbox'),
      from: env.MAIL_FROM,
      /** Newsletter emails per minute. */
      newsletterRate: env.NEWSLETTER_RATE,
    },
    /** Where alerts are posted. */
    webhooks: [
      ...(env.ALERT_WEBHOOK_URL ? [{ kind: 'json' as const, url: env.ALERT_WEBHOOK_URL }] : []),
      ...(env.ALERT_SLACK_URL ? [{ kind: 'slack' as const, url: env.ALERT_SLACK_URL }] : []),
    ],
    /** Whether links to other sites are requested every night. */
    checkLinks: env.CHECK_LINKS ?? isPublic(env),
    /** Undefined without a metrics port. */
    metricsPort: env.METRICS_PORT,
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            /** OTLP endpoint over HTTP of an OpenTelemetry collector, without `/v1/traces`. */
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            /** Share of traces to keep, 0 to 1. A sampling decision of the caller takes precedence. */
            ratio: env.OTEL_TRACES_SAMPLER_ARG,
            serviceName: env.OTEL_SERVICE_NAME,
          },
    /** After this long without a heartbeat, a collector counts as expired. */
    heartbeatTimeoutMs: env.HEARTBEAT_TIMEOUT_SECONDS * 1_000,
    /** Age public key that backups are encrypted for. */
    backupRecipient: env.BACKUP_RECIPIENT,
    dataDir,
    keysDir: join(dataDir, 'keys'),
    logLevel: env.LOG_LEVEL,
  }
}

/**
 * Origins that only browsers on this machine open, although other machines are listened to. Their beacons and sign-ins
 * would be refused for their origin. Over https it is a proxy's address, for trying out the containers.
 */
export function originsOutOfReach({ listen, origins }: Pick<Config, 'listen' | 'origins'>): string[] {
  if (isLoopback(listen.host)) return []
  const isOutOfReach = (origin: string) =>
    origin.startsWith('http:') && isOfThisMachine(new URL(origin).hostname)
  return [
    ...(isOutOfReach(origins.site) ? ['SITE_ORIGIN'] : []),
    ...(isOutOfReach(origins.dashboard) ? ['DASHBOARD_ORIGIN'] : []),
  ]
}

/** Whether several collectors may share the stores, which must both be servers. */
export function sharesServers({ clickhouse, postgres }: Pick<Config, 'clickhouse' | 'postgres'>): boolean {
  return clickhouse.kind === 'server' && postgres.kind === 'server'
}

function clusterOf({ CLICKHOUSE_CLUSTER: name, CLICKHOUSE_SHARDS: shards }: Env): ClusterConfig | undefined {
  return name === undefined || shards === undefined ? undefined : { name, shards }
}

/** As browsers write it, without a default port. */
function localOrigin(port: number): string {
  return new URL(`http://localhost:${port}`).origin
}

function singleSignOnOf(env: Env): SingleSignOnConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    allowedDomains: env.OIDC_ALLOWED_DOMAINS,
    name: env.OIDC_NAME ?? 'single sign-on',
  }
}

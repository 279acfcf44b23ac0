import { isLoopback, isOfThisMachine } from './addresses.ts'

/** The part of the environment that decides who can connect. */
interface Exposure {
  readonly HOST: string
  readonly SITE_ORIGIN?: string | undefined
  readonly DASHBOARD_ORIGIN?: string | undefined
  readonly CLICKHOUSE_URL?: string | undefined
  readonly DATABASE_URL?: string | undefined
}

/** Loopback, embedded stores and no public address: nobody else can connect, not even through a proxy on this machine. */
export function isPrivate(env: Exposure): boolean {
  const stores = [env.CLICKHOUSE_URL, env.DATABASE_URL]
  const origins = [env.SITE_ORIGIN, env.DASHBOARD_ORIGIN]
  return (
    isLoopback(env.HOST) &&
    stores.every((url) => url === undefined) &&
    origins.every((origin) => origin === undefined || isOfThisMachine(new URL(origin).hostname))
  )
}

/**
 * Whether the magazine or the dashboard is opened on other machines, by its origin or else the address that both listen
 * on. Unlike a private deployment, one on this machine alone may use servers and run in a container.
 */
export function isPublic({ SITE_ORIGIN: site, DASHBOARD_ORIGIN: dashboard, HOST: host }: Exposure): boolean {
  const isElsewhere = (origin: string) => !isOfThisMachine(new URL(origin).hostname)
  if (site !== undefined && isElsewhere(site)) return true
  return dashboard === undefined ? !isLoopback(host) : isElsewhere(dashboard)
}

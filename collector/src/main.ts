import './platform/thread-pool.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { publication } from '@half-measure/shared/publication.ts'
import { ENDED_PLACEHOLDER, SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { coverage } from './analytics/coverage/coverage.ts'
import { publishEndedExperiments } from './analytics/experiments/ended-in-pages.ts'
import { recordAllDecisions } from './analytics/experiments/read-experiment.ts'
import { createApps, type Pages, RedirectTargets } from './app.ts'
import { servedAt } from './config/addresses.ts'
import { type Config, originsOutOfReach, toConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { openContext } from './stack/context.ts'
import { errorSentence } from './platform/error-sentence.ts'
import { armFailpoint } from './platform/failpoint.ts'
import { readListedArticles, readPageTitles, readSiteLinks, SITE_DIST } from './stack/listed-articles.ts'
import { openStaticFiles } from './platform/http/static-files.ts'
import { listen } from './platform/http/listen.ts'
import { createLogger } from './platform/logger.ts'
import { openObservability, observeRequest } from './operations/observability/observability.ts'
import { expectNoUnfinishedRestore } from './operations/backup/unfinished-restore.ts'
import { startControlServer } from './operations/control-server.ts'
import { readServerTimes, scheduleNightly } from './operations/nightly.ts'
import { nightlyLinkCheck } from './workspace/link-health/check-links.ts'
import { scheduleReports } from './workspace/schedule-reports.ts'

await run().catch((error: unknown) => {
  // An error with a code says what to do; any other needs its stack.
  console.error(error instanceof Error && 'code' in error ? errorSentence(error) : error)
  process.exit(1)
})

async function run(): Promise<void> {
  const env = readEnv()
  if (env.FAILPOINT) armFailpoint(env.FAILPOINT)
  const config = toConfig(env)
  expectNoUnfinishedRestore(config.dataDir)
  const observability = await openObservability(config)
  const log = createLogger(config.logLevel, observability.logged ? { onLine: observability.logged } : {})
  const articles = await readListedArticles()
  const titles = await readPageTitles()
  const links = await readSiteLinks()
  const { observer } = observability
  const context = await openContext(config, log, { observer, articles, titles, sendsMail: true })
  const pages = await openPages(config)
  const endedInPages = publishEndedExperiments({
    db: context.postgres.db,
    isReady: () => context.services.isReady(),
    show: (text) => pages.site?.change(text),
    log,
  })
  const apps = createApps(context, { ...pages, links, onExperimentEnded: () => endedInPages.refresh() })
  const observe =
    observer && ((...exchange: Parameters<RequestListener>) => observeRequest(observer, ...exchange))
  // Commands are accepted before the log says `ready`.
  const control = await startControlServer(context)
  const { host, port, dashboardPort } = config.listen
  const { trustedProxies } = config
  const connections = config.events.rateLimit > 0 ? { trustedProxies, log } : undefined
  const shared = { direct: apps.beacons, observe, connections }
  const servers = await Promise.all([
    listen({ app: apps.site, ...shared }, host, port),
    listen({ app: apps.dashboard, ...shared }, host, dashboardPort),
  ])
  await observability.start(context)
  const { outbox } = context.services.identity
  const { db } = context.postgres
  const { webhooks } = config
  const { dashboard, site } = config.origins
  const linkCheck = nightlyLinkCheck(
    { db, links, served: servedAt(host, port), site, dashboard, titles, outbox, webhooks, log },
    (work) => context.events.reconciliation.coordination.tryExclusively('links', work),
  )
  const nightly = scheduleNightly({
    ...context,
    serverTimes: () => readServerTimes(context),
    afterwards: {
      'recording experiment decisions': () =>
        recordAllDecisions({ db: context.postgres.db, read: context.statistics }, Date.now()),
      ...(config.checkLinks && { 'link check': () => linkCheck.run() }),
    },
  })
  const reports = scheduleReports({
    db,
    isReady: () => context.services.isReady(),
    runStatsQuery: context.statistics.engine.run.bind(context.statistics.engine),
    delivery: () => context.events.reconciliation.delivery(),
    coverage: ({ from, to }) => {
      const range = { from, to, tz: publication.timeZone, bots: 'exclude' } as const
      return coverage(context.statistics, range, { compare: 'previous' }, Date.now())
    },
    titles,
    dashboard,
    outbox,
    webhooks,
    log,
  })
  const outOfReach = originsOutOfReach(config)
  if (outOfReach.length > 0)
    log.warn(
      { host, site, dashboard },
      `browsers on other machines cannot send events or sign in: set ${outOfReach.join(' and ')} to the addresses that they open`,
    )
  log.info({ site, dashboard }, 'ready')

  onShutdown(async () => {
    nightly.stop()
    await Promise.all([
      control.stop(),
      reports.stop(),
      linkCheck.stop(),
      endedInPages.stop(),
      context.statistics.close(),
      ...servers.map((server) => server.stop()),
    ])
    await context.close()
    await observability.stop()
    log.info('stopped')
  })
}

/** The builds beside this program; behind a proxy that serves them, neither is needed. */
async function openPages(config: Config): Promise<Pages> {
  const addresses = { [SITE_ORIGIN_PLACEHOLDER]: config.origins.site }
  const site = SITE_DIST
  const dashboard = join(import.meta.dirname, '../../dashboard/dist')
  const templates = ['/404.html', '/failed.html']
  const files = existsSync(site)
    ? await openStaticFiles(site, addresses, templates, ENDED_PLACEHOLDER)
    : undefined
  return {
    ...(files && {
      site: files,
      archivePages: {
        list: files.text('/newsletter/archive/index.html') ?? '',
        issue: files.text('/newsletter/archive/issue/index.html') ?? '',
        missing: files.text('/404.html') ?? '',
      },
      lettersPage: files.text('/letters/index.html') ?? '',
      failurePage: files.text('/failed.html'),
      guide: join(site, '../dist-private/the-guide.pdf'),
      goTargets: RedirectTargets.parse(await readJson(join(site, 'go.json'))),
    }),
    ...(existsSync(dashboard) && { dashboard: await openStaticFiles(dashboard, addresses) }),
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/**
 * Runs `stop` on the first Ctrl-C, SIGTERM or SIGHUP, or when the launcher exits. A second Ctrl-C ends the process
 * immediately; acknowledged events are on disk anyway.
 */
function onShutdown(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined

  const request = () => {
    if (stoppingSince !== undefined) {
      // Terminal and launcher both send the first one.
      if (Date.now() - stoppingSince > 1_000) process.exit(130)
      return
    }
    stoppingSince = Date.now()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('Shutdown failed:', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  process.on('disconnect', request)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { toConfig } from '../collector/src/config/config.ts'
import { readEnv } from '../collector/src/config/env.ts'
import { startDashboardDev } from '../dashboard/scripts/dev-dashboard.ts'
import { startSiteDev } from '../site/scripts/dev-site.ts'
import { ROOT, takeNoArguments } from './process.ts'

/**
 * Watch mode: the site and the dashboard from source with hot reload on their usual ports, the collector behind them
 * on the two ports above, restarted whenever it changes.
 */
await takeNoArguments()
const { listen, origins } = toConfig(readEnv())
const apiPort = listen.dashboardPort + 1
const apiOrigin = `http://127.0.0.1:${apiPort}`

const collector = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(ROOT, 'collector/src/main.ts')],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      DASHBOARD_PORT: String(apiPort + 1),
      SITE_ORIGIN: origins.site,
      DASHBOARD_ORIGIN: origins.dashboard,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    },
  },
)
const servers = await Promise.all([
  startSiteDev({ port: listen.port, apiOrigin }),
  startDashboardDev({ port: listen.dashboardPort, apiOrigin }),
])
console.log(`\n  The magazine   ${origins.site}\n  The dashboard  ${origins.dashboard}\n\nCtrl-C stops it.`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  collector.kill('SIGTERM')
  await Promise.all([
    collector.exitCode === null && once(collector, 'exit'),
    ...servers.map((server) => server.close()),
  ])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())

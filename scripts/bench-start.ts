import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../collector/test/faults/harness/free-ports.ts'
import { ROOT } from './builds.ts'
import { ensureBuilt } from './ensure-built.ts'

/**
 * How long an installed and built stack takes from its start to its first accepted event, and what it holds in
 * memory when idle: at the first start on an empty data directory, and at the second. The baseline is Node itself,
 * started to answer one request.
 */
await ensureBuilt()
const dataDir = await mkdtemp(join(tmpdir(), 'half-measure-bench-'))
const bare = await measure([join(import.meta.dirname, 'bench-start/bare-server.ts')], {})
const first = await measure([join(ROOT, 'collector/src/main.ts')], { DATA_DIR: dataDir })
const second = await measure([join(ROOT, 'collector/src/main.ts')], { DATA_DIR: dataDir })
await rm(dataDir, { recursive: true })

const rows = { 'bare Node': bare, 'first start': first, 'second start': second }
console.table(rows)
console.log(JSON.stringify({ bare, first, second }))

interface Measured {
  /** Milliseconds from the start of the process to the first 202. */
  first_event_ms: number
  /** Resident memory after ten idle seconds, MB: all of it, and what of it is mapped from files such as the engine. */
  idle_rss_mb: number
  idle_file_mb: number
}

async function measure(args: string[], env: Record<string, string>): Promise<Measured> {
  const [port = 0, dashboardPort = 0] = await freePorts(2)
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      PORT: String(port),
      DASHBOARD_PORT: String(dashboardPort),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: 'inherit',
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  while (!(await sendEvent(port))) await sleep(20)
  const first_event_ms = Math.round(performance.now() - started)
  await sleep(10_000)
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  child.kill('SIGTERM')
  await exited
  return {
    first_event_ms,
    idle_rss_mb: megabytes(status, 'VmRSS'),
    idle_file_mb: megabytes(status, 'RssFile'),
  }
}

function megabytes(status: string, field: string): number {
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)
}

async function sendEvent(port: number): Promise<boolean> {
  const now = new Date().toISOString()
  const beacon = {
    consent: { analytics: true, version: 'bench', at: now },
    session_id: `session_${Date.now()}_benchmark`,
    events: [{ type: 'page_view', event_id: randomUUID(), occurred_at: now, page_path: '/' }],
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(beacon),
  }).catch(() => undefined)
  return answer?.status === 202
}

/**
 * `npm run bench:start`: time from the start of an installed and built stack to its first accepted event, and idle
 * memory, on an empty data directory and again on the same one. The baseline is Node responding to one request.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beaconOf, post } from './clients.ts'
import { type Program, startBareServer, startCollector, usageOf } from './programs.ts'

const IDLE_MS = 10_000

const dataDir = await mkdtemp(join(tmpdir(), 'half-measure-bench-'))
const bare = await measureStart(startBareServer)
const first = await measureStart(() => startCollector(dataDir))
const second = await measureStart(() => startCollector(dataDir))
await rm(dataDir, { recursive: true })
console.table({ 'bare Node': bare, 'first start': first, 'second start': second })
console.log(JSON.stringify({ benchmark: 'start', bare, first, second }))

/** Resident memory is that of all processes, after ten idle seconds. */
async function measureStart(start: () => Promise<Program>) {
  const started = performance.now()
  const program = await start()
  while (!(await sendEvent(program.port))) await sleep(20)
  const first_event_ms = Math.round(performance.now() - started)
  await sleep(IDLE_MS)
  const idle = await usageOf(program.pid)
  await program.stop()
  return { first_event_ms, idle_rss_mb: Math.round((idle?.rssBytes ?? 0) / 1024 ** 2) }
}

async function sendEvent(port: number): Promise<boolean> {
  const beacon = beaconOf(`session_${Date.now()}_benchmark`)
  const response = await post(`http://127.0.0.1:${port}`, '/api/events', beacon, {}).catch(() => undefined)
  return response?.status === 202
}

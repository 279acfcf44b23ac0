import { constants, existsSync } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../collector/src/config/config.ts'
import {
  chooseEngine,
  type EngineChoice,
  findContainerEngine,
} from '../collector/src/warehouse/engine/container-engine.ts'
import { IMAGE } from '../collector/src/warehouse/engine/start-container.ts'
import { unfinishedRestore } from '../collector/src/operations/backup/unfinished-restore.ts'
import { DataDirectoryError, lockDataDirectory } from '../collector/src/platform/data-directory-lock.ts'
import { portError, portOwner } from './port-owner.ts'
import { ROOT } from './process.ts'
import { unknownMigrations } from './schema-record.ts'

/** The result of one check of the machine or of the data directory. */
export type Finding =
  | { readonly subject: string; readonly ok: true; readonly detail: string }
  | {
      readonly subject: string
      readonly ok: false
      readonly detail: string
      /** What to do about it. */
      readonly remedy: string
      /** The product runs without. */
      readonly optional?: true
    }

type Ports = Pick<Config['listen'], 'host' | 'port' | 'dashboardPort'>

const GIB = 1024 ** 3

/** Below this the first days of events do not fit. */
const MIN_FREE_BYTES = GIB

/** Clocks of different machines differ by less. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** What `npm start` checks before it builds anything; well under a second. The data directory comes first. */
async function checksBeforeStart(config: Config): Promise<Finding[]> {
  const dataDirectory = await checkDataDirectory(config.dataDir)
  return [
    dataDirectory,
    await checkEngine(config.clickhouse.kind),
    // A stack running on this directory holds the ports as well.
    ...(dataDirectory.ok ? await checkPorts(config.listen) : []),
    await checkDisk(config.dataDir),
  ]
}

/** Ends this process where the product cannot start, with a line for each reason. */
export async function exitUnlessReady(config: Config): Promise<void> {
  const problems = (await checksBeforeStart(config)).filter(({ ok }) => !ok)
  for (const problem of problems) console.error(describeFinding(problem))
  if (problems.length > 0) process.exit(1)
}

/** What `npm run doctor` checks. */
export async function allChecks(config: Config): Promise<Finding[]> {
  return [
    checkVersions(),
    ...(await checksBeforeStart(config)),
    await checkClock(config.dataDir),
    await checkContainerEngine(),
    await checkBrowser(),
  ]
}

function checkVersions(): Finding {
  const npm = /npm\/(\S+)/.exec(process.env['npm_config_user_agent'] ?? '')?.[1] ?? 'unknown'
  const detail = `Node ${process.versions.node} of this repository, npm ${npm}, ${process.platform} ${process.arch}`
  return { subject: 'Versions', ok: true, detail }
}

export async function checkPorts({ host, port, dashboardPort }: Ports): Promise<Finding[]> {
  const ports = { PORT: port, DASHBOARD_PORT: dashboardPort }
  return Promise.all(Object.entries(ports).map(([variable, number]) => checkPort(host, variable, number)))
}

async function checkPort(host: string, variable: string, port: number): Promise<Finding> {
  const subject = `Port ${port}`
  const error = await portError(host, port)
  if (error === undefined) return { subject, ok: true, detail: 'free' }
  if (error === 'EADDRINUSE') {
    const owner = (await portOwner(port)) ?? 'another program'
    return { subject, ok: false, detail: `taken by ${owner}`, remedy: `Stop it, or set ${variable}.` }
  }
  const remedy = `Set ${variable} to a port above 1023, and HOST to an address of this machine.`
  return { subject, ok: false, detail: `${host} refuses it (${error})`, remedy }
}

export async function checkDisk(dataDir: string, minimum = MIN_FREE_BYTES): Promise<Finding> {
  const subject = 'Disk'
  const { bavail, bsize } = await statfs(nearestDirectory(dataDir))
  const free = bavail * bsize
  const detail = `${(free / GIB).toFixed(1)} GiB free for ${dataDir}`
  if (free >= minimum) return { subject, ok: true, detail }
  const remedy = `Free at least ${(minimum / GIB).toFixed(0)} GiB, or set DATA_DIR to a larger disk.`
  return { subject, ok: false, detail, remedy }
}

export async function checkDataDirectory(dataDir: string): Promise<Finding> {
  const subject = 'Data'
  const existing = nearestDirectory(dataDir)
  const isWritable = await access(existing, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable || !(await stat(existing)).isDirectory()) {
    const remedy = 'Make it a directory that this user may write to, or set DATA_DIR.'
    return { subject, ok: false, detail: `${existing} is not a writable directory`, remedy }
  }
  const unknown = await unknownMigrations(dataDir)
  if (unknown.length > 0)
    return {
      subject,
      ok: false,
      detail: `${dataDir} was written by another version, whose migrations differ: ${unknown.join(', ')}`,
      remedy:
        'Check out that version, restore a backup from this version into an empty DATA_DIR, or set another DATA_DIR.',
    }
  const unfinished = unfinishedRestore(dataDir)
  if (unfinished) return { subject, ok: false, ...unfinished }
  if (!existsSync(join(dataDir, 'lock'))) return { subject, ok: true, detail: `${dataDir} is new` }
  try {
    const lock = await lockDataDirectory(dataDir)
    lock.release()
  } catch (error) {
    if (!(error instanceof DataDirectoryError)) throw error
    return { subject, ok: false, detail: error.detail, remedy: error.remedy }
  }
  return { subject, ok: true, detail: `${dataDir}, not in use` }
}

/** @param kind of the configured ClickHouse. */
export async function checkEngine(
  kind: Config['clickhouse']['kind'],
  choose: () => Promise<EngineChoice> = chooseEngine,
): Promise<Finding> {
  const subject = 'ClickHouse'
  if (kind === 'server') return { subject, ok: true, detail: 'the server of CLICKHOUSE_URL' }
  const choice = await choose()
  if (choice.kind === 'process') return { subject, ok: true, detail: 'the embedded engine' }
  if (choice.kind === 'container')
    return { subject, ok: true, detail: `${IMAGE} in a container of ${choice.engine}` }
  const [detail = '', ...remedy] = choice.message.split('. ')
  return { subject, ok: false, detail, remedy: remedy.join('. ') }
}

/** Events carry the time of this machine, so it must not lie behind what is already stored. */
export async function checkClock(dataDir: string, now = Date.now()): Promise<Finding> {
  const subject = 'Clock'
  const spool = join(dataDir, 'spool')
  const files = await readdir(spool).catch(() => [])
  const times = await Promise.all(files.map(async (file) => (await stat(join(spool, file))).mtimeMs))
  const ahead = Math.max(...times, (await stat(join(ROOT, 'package-lock.json'))).mtimeMs) - now
  const detail = new Date(now).toISOString()
  if (ahead < CLOCK_TOLERANCE_MS) return { subject, ok: true, detail }
  const remedy = 'Set the clock, such as with: sudo timedatectl set-ntp true'
  return { subject, ok: false, detail: `${detail} is before the last change of the files here`, remedy }
}

async function checkContainerEngine(): Promise<Finding> {
  const subject = 'Containers'
  const engine = await findContainerEngine()
  if (engine) return { subject, ok: true, detail: engine }
  return {
    subject,
    ok: false,
    optional: true,
    detail: 'neither Docker nor Podman runs',
    remedy: 'Needed for docker compose and npm run test:containers: start or install one of them.',
  }
}

async function checkBrowser(): Promise<Finding> {
  const subject = 'Browser'
  // Loads Playwright, which the checks before a start can do without.
  const { findBrowser } = await import('./browser.ts')
  const path = findBrowser()
  if (path) return { subject, ok: true, detail: path }
  const remedy = 'Needed for npm test only, which fetches one; or set CHROMIUM_PATH.'
  return { subject, ok: false, optional: true, detail: 'no Chromium found', remedy }
}

/** The directory itself, or the nearest one above it that exists. */
function nearestDirectory(path: string): string {
  return existsSync(path) ? path : nearestDirectory(dirname(path))
}

/** One line for a person. */
export function describeFinding(finding: Finding): string {
  if (finding.ok) return `✓ ${finding.subject}: ${finding.detail}`
  return `${finding.optional ? '!' : '✗'} ${finding.subject}: ${finding.detail}. ${finding.remedy}`
}

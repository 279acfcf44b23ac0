import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ContainerEngine } from './container-engine.ts'
import { EngineError } from './launch-engine.ts'
import type { Engine } from './start-engine.ts'

/**
 * ClickHouse in a container, for machines that the embedded engine has no binary for. The container belongs to the
 * data directory: it listens on loopback, has a password of its own, and is stopped and removed with the collector.
 * The next collector, which has the directory's lock, removes a container that a killed one left behind.
 */

/** The release of `docker-compose.yml`. */
export const IMAGE = 'clickhouse/clickhouse-server:26.3'

const SETTINGS = fileURLToPath(new URL('../../../../infra/clickhouse/config.d', import.meta.url))

const START_MS = 120_000
const POLL_MS = 200

/** Time for the server to flush to disk, seconds. */
const STOP_SECONDS = 30

/** @throws {EngineError} if the image cannot be fetched or the server does not start. */
export async function startContainer(
  engine: ContainerEngine,
  directory: string,
): Promise<Pick<Engine, 'url' | 'stop'>> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const image = `docker.io/${IMAGE}`
  await ensureImage(engine, image)
  const name = `half-measure-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`
  const password = randomBytes(32).toString('base64url')
  const port = await freePort()
  await remove(engine, name)
  await runContainer(engine, { name, image, directory, port }, password)
  const url = `http://collector:${password}@127.0.0.1:${port}`
  const stop = async () => {
    await command(engine, ['stop', '--time', String(STOP_SECONDS), name]).catch(() => {})
    await remove(engine, name)
  }
  try {
    await untilReady(engine, name, url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function ensureImage(engine: ContainerEngine, image: string): Promise<void> {
  const isThere = await command(engine, ['image', 'inspect', image]).then(
    () => true,
    () => false,
  )
  if (isThere) return
  // For the person who waits, in plain text like the progress that follows; standard output may be a command's result.
  console.error(`Fetching ${image} with ${engine}: about 200 MB, once …`)
  const code = await new Promise((resolve, reject) => {
    const pull = spawn(engine, ['pull', image], { stdio: ['ignore', process.stderr, process.stderr] })
    pull.once('error', reject).once('close', resolve)
  })
  if (code === 0) return
  throw new EngineError(
    `${engine} pull ${image} failed; the lines above say why. Run it yourself, then start again.`,
  )
}

interface Container {
  readonly name: string
  readonly image: string
  /** Data directory. */
  readonly directory: string
  /** Port on loopback. */
  readonly port: number
}

async function runContainer(engine: ContainerEngine, container: Container, password: string): Promise<void> {
  const user = process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : undefined
  await command(engine, ['run', ...runOptions(engine, container, user)], {
    CLICKHOUSE_PASSWORD: password,
  }).catch((error: unknown) => {
    throw new EngineError(`ClickHouse in a container cannot be started: ${messageOf(error)}`, {
      cause: error,
    })
  })
}

/** @param user owner of the data, like all the other files of the data directory; undefined on Windows. */
export function runOptions(
  engine: ContainerEngine,
  { name, image, directory, port }: Container,
  user: { readonly uid: number; readonly gid: number } | undefined,
): string[] {
  // Rootless Podman cannot raise limits and needs an option to keep the user; as root it refuses that option.
  const isRootless = engine === 'podman' && user !== undefined && user.uid !== 0
  const options = [
    ['--detach'],
    ['--name', name],
    ['--publish', `127.0.0.1:${port}:8123`],
    ['--volume', `${directory}:/var/lib/clickhouse`],
    ['--volume', `${SETTINGS}:/etc/clickhouse-server/config.d:ro`],
    ['--env', 'CLICKHOUSE_USER=collector'],
    // Its value is in the environment: everybody can see arguments.
    ['--env', 'CLICKHOUSE_PASSWORD'],
    ['--ulimit', isRootless ? 'host' : 'nofile=262144:262144'],
    ['--restart', 'on-failure'],
    ...(isRootless ? [['--userns', 'keep-id']] : []),
    ...(user ? [['--user', `${user.uid}:${user.gid}`]] : []),
    [image],
  ]
  return options.flat()
}

async function untilReady(engine: ContainerEngine, name: string, url: string): Promise<void> {
  const { username, password, origin } = new URL(url)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  for (const deadline = performance.now() + START_MS; ;) {
    const response = await fetch(`${origin}/?query=SELECT+1`, { headers: { authorization } }).catch(
      () => undefined,
    )
    if (response?.ok) return
    if (performance.now() > deadline) {
      const { stdout, stderr } = await command(engine, ['logs', '--tail', '20', name])
      throw new EngineError(
        `ClickHouse in a container did not respond within ${START_MS / 1_000} s.\n${stdout}${stderr}`.trim(),
      )
    }
    await sleep(POLL_MS)
  }
}

async function remove(engine: ContainerEngine, name: string): Promise<void> {
  await command(engine, ['rm', '--force', name]).catch(() => {})
}

function command(
  engine: ContainerEngine,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(engine, args, { env: { ...process.env, ...env } })
}

/** The container engine's error output, else the error itself. */
function messageOf(error: unknown): string {
  const { stderr } = error as { stderr?: string }
  return stderr?.trim() || String(error)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePorts } from '../faults/harness/free-ports.ts'

export interface PostgresServer {
  /** Of the maintenance database. */
  readonly url: string
  /** `kill -9`. */
  kill(): Promise<void>
  /** After `kill`: recovers from its write-ahead log. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Where Debian puts the server's programs, newest first. */
const binaries = findBinaries()

/** Why no server can be started on this machine; undefined where one can. */
export const noPostgresServer =
  binaries === undefined && process.env['TEST_POSTGRES_URL'] === undefined
    ? 'no PostgreSQL server programs under /usr/lib/postgresql'
    : undefined

/** A real PostgreSQL server with a directory, a port and a process of its own. Tests use `sharedPostgresServer`. */
export async function startPostgresServer(): Promise<PostgresServer> {
  if (binaries === undefined) throw new Error(noPostgresServer)
  const directory = mkdtempSync(join(tmpdir(), 'half-measure-postgres-'))
  const owner = unprivilegedUser()
  if (owner) chownSync(directory, owner.uid, owner.gid)

  const data = join(directory, 'data')
  await promisify(execFile)(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...owner, cwd: directory },
  )
  const [port = 0] = await freePorts(1)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const program = join(binaries, 'postgres')
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    directory,
    '-F',
    '-c',
    'shared_buffers=16MB',
    // Several files at a time have several collectors each, with ten connections each.
    '-c',
    'max_connections=400',
  ]
  const launch = () => spawn(program, args, { ...owner, cwd: directory, stdio: 'ignore' })
  let server = launch()
  let exited = once(server, 'exit')
  const endWithTests = () => server.kill('SIGQUIT')
  process.once('exit', endWithTests)
  await Promise.race([
    untilReady(url),
    exited.then(() => Promise.reject(new Error('the PostgreSQL server ended while it started'))),
  ])
  return {
    url,
    async kill() {
      server.kill('SIGKILL')
      await exited
    },
    async restart() {
      for (;;) {
        server = launch()
        exited = once(server, 'exit')
        // It refuses to start until the last process of the killed one has noticed.
        const isUp = await Promise.race([untilReady(url).then(() => true), exited.then(() => false)])
        if (isUp) return
        await sleep(100)
      }
    },
    async stop() {
      server.kill('SIGINT')
      await exited
      process.off('exit', endWithTests)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')))
}

/** The server refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** The error code of listening there, such as `EADDRINUSE` or `EACCES`; undefined if the port is free. */
export function portError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/** The process that listens on a TCP port, as `node (process 123)`; undefined if the system does not say. */
export async function portOwner(port: number): Promise<string | undefined> {
  return process.platform === 'linux' ? ownerOnLinux(port) : ownerByLsof(port)
}

/** The state LISTEN in `/proc/net/tcp`. */
const LISTEN = '0A'

async function ownerOnLinux(port: number): Promise<string | undefined> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = new Set(
    tables
      .flatMap((table) => table.split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTEN)
      .map((fields) => `socket:[${fields[9]}]`),
  )
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // Other users' processes do not show their files.
    const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
      if (!sockets.has(target)) continue
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return describe(basename(command.split('\0')[0] || 'a program'), pid)
    }
  }
  return undefined
}

async function ownerByLsof(port: number): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('lsof', [
    '-nP',
    '-Fpc',
    `-iTCP:${port}`,
    '-sTCP:LISTEN',
  ]).catch(() => ({ stdout: '' }))
  const [, pid, name] = /^p(\d+)\n(?:f.*\n)*c(.*)$/m.exec(stdout) ?? []
  return pid && name ? describe(name, pid) : undefined
}

function describe(name: string, pid: string): string {
  return `${name.trim()} (process ${pid})`
}

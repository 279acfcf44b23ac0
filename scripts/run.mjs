// Runs a TypeScript script of this repository on the Node that the repository brings, installing packages first
// where they are missing or not the ones of the lock file. Plain JavaScript without dependencies: this is the only
// file that has to run on whatever Node (20.19 or newer) is on the machine, with nothing installed.
import { spawn, spawnSync } from 'node:child_process'
// `fs.statfsSync` is not imported by name: a Node that lacks it could not even say that it is too old.
import fs, { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const MIN_NODE = [20, 19]
/** Packages and what is built from the sources. */
const MIN_FREE_BYTES = 2.5e9

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const node = join(root, 'node_modules/node/bin/node')
/** Written by npm at the end of an installation. */
const installed = join(root, 'node_modules/.package-lock.json')
const [script, ...args] = process.argv.slice(2)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
  fail(
    `Node ${process.versions.node} is too old. Install ${MIN_NODE.join('.')} or newer (https://nodejs.org) and run this again.`,
  )
}
if (!isInstalled()) await install()

// Without a cache, Node strips the types of some hundred files at each start.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node')
// These flags save the collector a fifth of its processor time (docs/decisions/0014-what-limits-ingest.md).
const flags = /^scripts\/(start|demo)\.ts$/.test(script)
  ? ['--max-semi-space-size=32', '--no-allocation-site-pretenuring']
  : []
const child = spawn(node, [...flags, join(root, script), ...args], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_COMPILE_CACHE },
})
// A terminal signals the whole group, a supervisor only this process: the child takes the first of both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// The shell that npm puts in between may die of a signal without passing it on.
const parent = process.ppid
const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
child.on('exit', (code, signal) => {
  clearInterval(watch)
  if (signal && signal !== 'SIGINT' && signal !== 'SIGTERM')
    console.error(`${script} was ended by ${signal}.`)
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})

/** Whether the lock file's packages are there for this platform: a container of another may share the folders. */
function isInstalled() {
  if (!existsSync(node) || !existsSync(installed)) return false
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const found = packagesOf(installed)
  const runsHere = ({ os = [], cpu = [] }) =>
    os.every((name) => name.startsWith('!') || os.includes(process.platform)) &&
    cpu.every((name) => name.startsWith('!') || cpu.includes(process.arch))
  return (
    [...wanted].every(([path, { version, optional }]) => optional || found.get(path)?.version === version) &&
    [...found].every(
      ([path, { version, ...rest }]) => wanted.get(path)?.version === version && runsHere(rest),
    )
  )
}

/** Packages by their folder, without the workspaces themselves. */
function packagesOf(lockFile) {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return new Map(Object.entries(packages).filter(([path]) => path.includes('node_modules/')))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

function freeBytes() {
  const { bavail, bsize } = fs.statfsSync(root)
  return bavail * bsize
}

async function install() {
  const free = freeBytes()
  if (free < MIN_FREE_BYTES) {
    fail(
      `${(free / 1e9).toFixed(1)} GB are free on the disk of ${root}; ${MIN_FREE_BYTES / 1e9} GB are needed. Free more and run this again.`,
    )
  }
  // The library that this repository's Node needs. Where the list cannot be had, npm's own error has to do.
  const libraries = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? ''
  if (libraries.includes('libc.so.6') && !libraries.includes('libatomic.so.1')) {
    fail(
      'libatomic.so.1 is missing. Install it (sudo apt-get install -y libatomic1, or sudo dnf install libatomic) and run this again.',
    )
  }
  console.log(
    existsSync(installed)
      ? 'The packages have changed: installing them again …'
      : 'Installing packages: about 1.4 GB on disk, once. The largest is the embedded ClickHouse engine.',
  )
  const started = Date.now()
  // npm removes the old packages first.
  let most = free
  const progress = setInterval(() => {
    const now = freeBytes()
    most = Math.max(most, now)
    const written = (most - now) / 1e9
    console.log(`  … ${Math.round((Date.now() - started) / 1000)} s, ${written.toFixed(1)} GB written`)
  }, 10_000)
  // The npm that started this script, or the one on the path.
  const npm = process.env.npm_execpath
  const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const code = await new Promise((done) => {
    spawn(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
    }).on('exit', done)
  })
  clearInterval(progress)
  if (code !== 0) fail('Installing failed; the lines above say why. Run this again to retry.')
  if (!existsSync(node)) {
    fail(
      'The package "node" contains no runtime: its install script did not run. Allow install scripts (npm config set ignore-scripts false) and run this again.',
    )
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

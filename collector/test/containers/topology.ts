import { execFile, spawn, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { freePorts } from '../faults/harness/free-ports.ts'
import { until } from '../faults/harness/until.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Compose as a plugin, or the program of old. */
const COMPOSE =
  spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']

/** What the shell has set goes before the file, so of an operator's own settings only the engine's are for this. */
const ENV = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:PATH|HOME|DOCKER_\w+)$/.test(name)),
)

interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** The whole of docker-compose.yml under a name of its own, with secrets and ports of its own. */
export class Topology implements AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
  readonly #envFile: string
  readonly #directory: string
  readonly #name: string
  #agent: Agent | undefined

  /** Writes the configuration as an operator does; nothing runs yet. */
  static async prepare(name: string, more: Record<string, string> = {}): Promise<Topology> {
    const [http = 0, https = 0, metrics = 0] = await freePorts(3)
    const directory = await mkdtemp(join(tmpdir(), 'half-measure-compose-'))
    await cp(join(ROOT, 'infra'), join(directory, 'infra'), { recursive: true })
    const { status, stderr } = spawnSync('sh', [join(directory, 'infra/setup')], {
      env: { PATH: process.env['PATH'], HTTP_PORT: String(http), HTTPS_PORT: String(https) },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    const envFile = join(directory, '.env')
    const lines = Object.entries({ ...more, GRAFANA_PORT: String(metrics) }).map((pair) => pair.join('='))
    await writeFile(envFile, `${await readFile(envFile, 'utf8')}\n${lines.join('\n')}\n`)
    const env = Object.fromEntries(
      [...(await readFile(envFile, 'utf8')).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, key, value]) => [
        key,
        value,
      ]),
    ) as Record<string, string>
    return new Topology(`half-measure-test-${name}-${process.pid}`, directory, envFile, env)
  }

  private constructor(name: string, directory: string, envFile: string, env: Record<string, string>) {
    this.#name = name
    this.#directory = directory
    this.#envFile = envFile
    this.env = env
  }

  /** Runs compose to its end. @throws with what it said. */
  async compose(...args: string[]): Promise<string> {
    const [program = '', ...first] = COMPOSE
    const { stdout } = await promisify(execFile)(program, [...this.#options(first), ...args], {
      env: ENV,
      maxBuffer: 256 * 1024 * 1024,
    })
    return stdout
  }

  /** Runs a program in a container of its own beside the others, with a stream as its input. */
  run(command: readonly string[], input: Readable): Promise<string> {
    const [program = '', ...first] = COMPOSE
    const args = [...this.#options(first), 'run', '--rm', '-T', '--no-deps', 'collector', ...command]
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { env: ENV, stdio: ['pipe', 'pipe', 'inherit'] })
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0 ? resolve(text) : reject(new Error(`ended with ${code}: ${text}`)),
      )
      input.pipe(child.stdin)
    })
  }

  #options(first: readonly string[]): string[] {
    return [...first, '-p', this.#name, '--env-file', this.#envFile, '-f', join(ROOT, 'docker-compose.yml')]
  }

  /** Starts everything and waits until readers could come. */
  async up(): Promise<void> {
    await this.compose('up', '-d')
    await this.untilWell()
  }

  async untilWell(): Promise<void> {
    const ca = await until(
      'Caddy has made its authority',
      () =>
        this.compose('exec', '-T', 'caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt').catch(
          () => undefined,
        ),
      120_000,
    )
    this.#agent ??= new Agent({ ca, keepAlive: true })
    await until(
      'the stack is well',
      async () => (await this.get('SITE_ORIGIN', '/api/health').catch(() => undefined))?.status === 200,
      120_000,
    )
  }

  get(origin: 'SITE_ORIGIN' | 'DASHBOARD_ORIGIN', path: string, headers = {}): Promise<HttpResponse> {
    return this.send(origin, 'GET', path, undefined, headers)
  }

  /** Through the door that readers use, with the certificate checked. */
  send(
    origin: 'SITE_ORIGIN' | 'DASHBOARD_ORIGIN',
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> {
    const { hostname, host, port } = new URL(this.env[origin] ?? '')
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          // Not every machine resolves names below localhost.
          host: '127.0.0.1',
          port: port || 443,
          servername: hostname,
          method,
          path,
          headers: { Host: host, ...headers },
          agent: this.#agent,
          timeout: 30_000,
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          )
          response.on('error', reject)
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('no response in time')))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  /** One of the operator's commands, inside the collector. */
  async operate(...words: string[]): Promise<unknown> {
    return JSON.parse(
      await this.compose('exec', '-T', 'collector', 'node', 'collector/bin/operate.ts', ...words),
    ) as unknown
  }

  /** Takes everything down, and all that it has kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent?.destroy()
    await this.compose('down', '--volumes', '--remove-orphans', '--timeout', '10')
    await rm(this.#directory, { recursive: true, force: true })
  }
}

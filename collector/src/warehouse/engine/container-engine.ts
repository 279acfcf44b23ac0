import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** Their command lines agree in what is used here. Colima and Docker Desktop count as `docker`. */
const CONTAINER_ENGINES = ['docker', 'podman'] as const
export type ContainerEngine = (typeof CONTAINER_ENGINES)[number]

/** The package with the embedded engine's binary. */
const BINARY = `@chdb/lib-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`

/** A Docker whose machine is still starting does not respond for a while. */
const INFO_TIMEOUT_MS = 10_000

/** How to run ClickHouse without a configured server. */
export type EngineChoice =
  | { readonly kind: 'process' }
  | { readonly kind: 'container'; readonly engine: ContainerEngine }
  | { readonly kind: 'none'; readonly message: string }

/** The parameters are for tests; by default it is about this machine. */
export async function chooseEngine(
  hasBinary = hasEngineBinary(),
  check?: (engine: ContainerEngine) => Promise<boolean>,
  platform = process.platform,
): Promise<EngineChoice> {
  if (hasBinary) return { kind: 'process' }
  const engine = await findContainerEngine(check)
  return engine ? { kind: 'container', engine } : { kind: 'none', message: noEngine(platform) }
}

/** The first container engine that runs. */
export async function findContainerEngine(
  check: (engine: ContainerEngine) => Promise<boolean> = isRunning,
): Promise<ContainerEngine | undefined> {
  for (const engine of CONTAINER_ENGINES) if (await check(engine)) return engine
  return undefined
}

function hasEngineBinary(): boolean {
  try {
    createRequire(import.meta.url).resolve(BINARY)
    return true
  } catch {
    return false
  }
}

async function isRunning(engine: ContainerEngine): Promise<boolean> {
  return promisify(execFile)(engine, ['info'], { timeout: INFO_TIMEOUT_MS }).then(
    () => true,
    () => false,
  )
}

/** What to do on a machine that can run neither. */
function noEngine(platform: NodeJS.Platform): string {
  const install =
    platform === 'darwin' ? 'brew install colima docker && colima start' : 'sudo apt-get install -y podman'
  return (
    `The embedded ClickHouse has no binary for ${platform} ${process.arch}, and neither Docker nor Podman runs. ` +
    `Start or install one of them (${install}), or start a ClickHouse server elsewhere and name it, ` +
    'with a password for the dashboard: ' +
    'CLICKHOUSE_URL=http://user:password@host:8123 ADMIN_PASSWORD=something-long npm start'
  )
}

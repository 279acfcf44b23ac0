import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../../config/env.ts'
import { chooseEngine } from './container-engine.ts'
import { IMAGE } from './start-container.ts'

describe('ClickHouse without a server', () => {
  it('is a process where there is a binary, whatever else is installed', async () => {
    expect(await chooseEngine(true, async () => true)).toEqual({ kind: 'process' })
  })

  it('is a container where there is none, of Docker before Podman', async () => {
    expect(await chooseEngine(false, async () => true)).toEqual({ kind: 'container', engine: 'docker' })
    const podman = { kind: 'container', engine: 'podman' }
    expect(await chooseEngine(false, async (engine) => engine === 'podman')).toEqual(podman)
  })

  it.each([
    ['darwin', 'brew install colima docker && colima start'],
    ['linux', 'sudo apt-get install -y podman'],
  ] as const)('is missing with neither: the commands for %s', async (platform, command) => {
    const choice = await chooseEngine(false, async () => false, platform)
    expect(choice).toMatchObject({ kind: 'none', message: expect.stringContaining(command) as string })
    const message = choice.kind === 'none' ? choice.message : ''
    const variables = [...message.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value]) => [name, value])
    expect(readEnv(Object.fromEntries(variables))).toMatchObject({
      CLICKHOUSE_URL: expect.any(String) as string,
    })
  })

  it('has the release of the compose file in a container', async () => {
    const compose = await readFile(join(import.meta.dirname, '../../../../docker-compose.yml'), 'utf8')
    expect(compose).toContain(`image: \${CLICKHOUSE_IMAGE:-${IMAGE}}\n`)
  })
})

import { describe, expect, it } from 'vitest'
import { runOptions } from './start-container.ts'

const container = {
  name: 'half-measure-1',
  image: 'clickhouse',
  directory: '/srv/data/clickhouse',
  port: 18123,
}
const reader = { uid: 1000, gid: 1000 }

function optionsOf(...args: Parameters<typeof runOptions>): string {
  return runOptions(...args).join(' ')
}

describe('the container', () => {
  it('listens on loopback, keeps its data in the data directory as this user, and takes no secret as an argument', () => {
    const options = optionsOf('docker', container, reader)
    expect(options).toContain('--publish 127.0.0.1:18123:8123')
    expect(options).toContain('--volume /srv/data/clickhouse:/var/lib/clickhouse')
    expect(options).toContain('--user 1000:1000')
    expect(options).toMatch(/--env CLICKHOUSE_PASSWORD --ulimit nofile=262144:262144 .* clickhouse$/)
  })

  it('runs in rootless Podman as this user within the limits of the host; Podman as root refuses such options', () => {
    const rootless = optionsOf('podman', container, reader)
    expect(rootless).toContain('--userns keep-id --user 1000:1000')
    expect(rootless).toContain('--ulimit host')
    const root = optionsOf('podman', container, { uid: 0, gid: 0 })
    expect(root).not.toContain('keep-id')
    expect(root).toContain('--ulimit nofile=262144:262144 --restart on-failure --user 0:0')
  })
})

import { spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const DOCKERFILE = 'infra/docker/collector.Dockerfile'
const FILES = ['docker-compose.yml', 'docker-compose.cluster.yml', DOCKERFILE]

/** Digests of three days. */
const [FIRST, SECOND, THIRD] = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`) as [
  string,
  string,
  string,
]

/** `registry` has a line for each tag: the tag, and the digests that its image has once it is pulled. */
const DOCKER = `#!/bin/sh
cd "$(dirname "$0")"
case "$1 $2" in
  'info ') [ ! -e stopped ] || { echo 'Cannot connect to the Docker daemon' >&2; exit 1; } ;;
  'pull -q') grep -q "^$3 " registry || { echo "manifest for $3 not found" >&2; exit 1; } ;;
  'image inspect') sed -n "s|^$5 ||p" registry | tr ' ' '\\n' ;;
  'compose version') ;;
  *) echo "unexpected: docker $*" >&2; exit 1 ;;
esac
`

const SETTINGS = String.raw`# Secrets.
POSTGRES_PASSWORD=p"a'\n$w\\ord
SITE_ORIGIN=https://example.org

SMTP_URL=
`

describe('infra/pin-images', () => {
  let clone: string

  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'half-measure-pin-images-'))
    await mkdir(join(clone, 'infra/docker'), { recursive: true })
    await mkdir(join(clone, 'bin'))
    for (const file of [...FILES, 'infra/pin-images']) await cp(join(ROOT, file), join(clone, file))
    await writeFile(join(clone, 'bin/docker'), DOCKER, { mode: 0o755 })
    await writeFile(join(clone, '.env'), SETTINGS, { mode: 0o600 })
    await publish(FIRST)
  })

  afterEach(() => rm(clone, { recursive: true }))

  it('writes the digests of what runs without a profile and of the base images, each under its tag', async () => {
    expect(pin()).toMatchObject({ status: 0, stderr: '' })
    expect(await read('.env')).toBe(`${SETTINGS}
# Images by digest, written by infra/pin-images. The comments name the tags that they are from.
# CADDY_IMAGE of docker-compose.yml: caddy:2
CADDY_IMAGE=caddy@${FIRST}
# CLICKHOUSE_IMAGE of docker-compose.yml: clickhouse/clickhouse-server:26.3
CLICKHOUSE_IMAGE=clickhouse/clickhouse-server@${FIRST}
# POSTGRES_IMAGE of docker-compose.yml: postgres:18
POSTGRES_IMAGE=postgres@${FIRST}
# NODE_IMAGE of ${DOCKERFILE}: node:24-bookworm-slim
NODE_IMAGE=node@${FIRST}
# DEBIAN_IMAGE of ${DOCKERFILE}: debian:bookworm-slim
DEBIAN_IMAGE=debian@${FIRST}
`)
  })

  it('writes those of profiles and of a cluster with --all, and from then on again without it', async () => {
    expect(pin('--all')).toMatchObject({ status: 0 })
    const all = Object.keys(await images())
    expect(all.toSorted()).toEqual(
      (await defaults()).map(([name]) => name).filter((name) => name !== 'COLLECTOR_IMAGE'),
    )
    expect(all).toEqual(expect.arrayContaining(['KEEPER_IMAGE', 'MAILPIT_IMAGE', 'GRAFANA_IMAGE']))

    await publish(SECOND)
    expect(pin()).toMatchObject({ status: 0 })
    for (const image of Object.values(await images())) expect(image).toContain(SECOND)
    expect(Object.keys(await images()).toSorted()).toEqual(all.toSorted())
  })

  it('keeps .env and the copy that it leaves to their owner', async () => {
    pin()
    for (const file of ['.env', '.env.before-pins'])
      expect((await stat(join(clone, file))).mode & 0o777, file).toBe(0o600)
  })

  it('changes nothing while the tags stay where they are, and keeps the way back', async () => {
    pin()
    const pinned = await read('.env')
    expect(pin()).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing changed') as string })
    expect(await read('.env')).toBe(pinned)
    expect(await read('.env.before-pins')).toBe(SETTINGS)
  })

  it('replaces the digest of a tag that moved, and leaves the earlier one in .env.before-pins', async () => {
    pin()
    const pinned = await read('.env')
    await publish(SECOND)
    expect(pin().stdout).toContain(`CADDY_IMAGE: caddy:2 is ${SECOND}\n`)
    expect(await read('.env')).toBe(pinned.replaceAll(FIRST, SECOND))
    expect(await read('.env.before-pins')).toBe(pinned)
  })

  it('takes the tags of a newer version of the Compose file', async () => {
    pin()
    const compose = await read('docker-compose.yml')
    await writeFile(join(clone, 'docker-compose.yml'), compose.replace('caddy:2', 'caddy:3'))
    await publish(FIRST, { 'caddy:3': `caddy@${SECOND}` })
    pin()
    expect(await images()).toMatchObject({
      CADDY_IMAGE: `caddy@${SECOND}`,
      POSTGRES_IMAGE: `postgres@${FIRST}`,
    })
    expect(await read('.env')).not.toContain('caddy:2')
  })

  it('keeps to the tags of .env: a published collector, another registry, another release', async () => {
    await configure({
      COLLECTOR_IMAGE: 'ghcr.io/owner/collector:1.2.0',
      CADDY_IMAGE: 'registry.example:5000/caddy',
      POSTGRES_IMAGE: 'postgres:17',
    })
    for (const digest of [FIRST, SECOND]) {
      await publish(THIRD, {
        'ghcr.io/owner/collector:1.2.0': `ghcr.io/owner/collector@${digest}`,
        'registry.example:5000/caddy': `registry.example:5000/caddy@${digest}`,
        'postgres:17': `postgres@${digest}`,
      })
      expect(pin()).toMatchObject({ status: 0 })
      expect(await images()).toMatchObject({
        COLLECTOR_IMAGE: `ghcr.io/owner/collector@${digest}`,
        CADDY_IMAGE: `registry.example:5000/caddy@${digest}`,
        POSTGRES_IMAGE: `postgres@${digest}`,
      })
      expect(await read('.env')).toContain('# COLLECTOR_IMAGE of .env: ghcr.io/owner/collector:1.2.0\n')
    }
  })

  it('takes a tag that was written over a digest', async () => {
    pin()
    const pinned = await read('.env')
    await writeFile(join(clone, '.env'), pinned.replace(`postgres@${FIRST}`, 'postgres:18.4'))
    await publish(FIRST, { 'postgres:18.4': `postgres@${SECOND}` })
    pin()
    expect(await images()).toHaveProperty('POSTGRES_IMAGE', `postgres@${SECOND}`)
    expect(await read('.env')).not.toContain('postgres:18\n')
  })

  it('builds the collector in the command that follows, unless it is a published one', async () => {
    expect(pin().stdout).toContain('up --build -d')
    await configure({ COLLECTOR_IMAGE: 'ghcr.io/owner/collector:1.2.0' })
    await publish(FIRST, { 'ghcr.io/owner/collector:1.2.0': `ghcr.io/owner/collector@${FIRST}` })
    expect(pin().stdout).toContain('up -d')
    expect(pin().stdout).not.toContain('--build')
  })

  it('leaves a digest that the operator wrote', async () => {
    const chosen = {
      COLLECTOR_IMAGE: `ghcr.io/owner/collector@${THIRD}`,
      CADDY_IMAGE: `registry.example/caddy@${THIRD}`,
    }
    await configure(chosen)
    expect(pin()).toMatchObject({ status: 0 })
    expect(await images()).toMatchObject({ ...chosen, POSTGRES_IMAGE: `postgres@${FIRST}` })
  })

  it('takes the digest of the requested repository, even if others have the image', async () => {
    await publish(FIRST, {
      'postgres:18': `registry.example/postgres@${SECOND} postgres@${FIRST}`,
      'clickhouse/clickhouse-server:26.3': `server@${SECOND} docker.io/clickhouse/clickhouse-server@${FIRST}`,
      'caddy:2': `other/caddy@${SECOND} docker.io/library/caddy@${FIRST}`,
    })
    pin()
    expect(await images()).toMatchObject({
      POSTGRES_IMAGE: `postgres@${FIRST}`,
      CLICKHOUSE_IMAGE: `clickhouse/clickhouse-server@${FIRST}`,
      CADDY_IMAGE: `caddy@${FIRST}`,
    })
  })

  describe('writes nothing', () => {
    const cases: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
      [
        'when a pull fails',
        () => publish(FIRST, { 'debian:bookworm-slim': undefined }),
        /not found\nDEBIAN_IMAGE: pulling debian:bookworm-slim failed/,
      ],
      [
        'when an image has no digest of its repository',
        () => publish(FIRST, { 'debian:bookworm-slim': `mine/debian@${FIRST}` }),
        /DEBIAN_IMAGE: debian:bookworm-slim has no digest of a registry/,
      ],
      [
        'when Docker is stopped',
        () => writeFile(join(clone, 'bin/stopped'), ''),
        /does not respond.*\nCannot connect/,
      ],
    ]

    it.each(cases)('%s', async (_, arrange, message) => {
      await arrange()
      const { status, stderr } = pin()
      expect(status).toBe(1)
      expect(stderr).toMatch(message)
      await expectUnchanged()
    })

    it('without Docker', async () => {
      const path = join(clone, 'without-docker')
      await mkdir(path)
      await symlink('/usr/bin/dirname', join(path, 'dirname'))
      const { status, stderr } = spawnSync('/bin/sh', [join(clone, 'infra/pin-images')], {
        env: { PATH: path },
        encoding: 'utf8',
      })
      expect(status).toBe(1)
      expect(stderr).toContain('docker was not found')
      await expectUnchanged()
    })

    it('for an argument that it does not know', async () => {
      expect(pin('--every')).toMatchObject({ status: 1, stderr: 'Usage: sh infra/pin-images [--all]\n' })
      await expectUnchanged()
    })

    it('before infra/setup, which it names', async () => {
      await rm(join(clone, '.env'))
      const { status, stderr } = pin()
      expect(status).toBe(1)
      expect(stderr).toContain('sh infra/setup')
      await expect(stat(join(clone, '.env'))).rejects.toThrow('ENOENT')
    })

    async function expectUnchanged() {
      expect(await read('.env')).toBe(SETTINGS)
      for (const file of ['.env.before-pins', '.env.new'])
        await expect(stat(join(clone, file))).rejects.toThrow('ENOENT')
    }
  })

  function pin(...args: string[]) {
    const { PATH = '' } = process.env
    return spawnSync('sh', [join(clone, 'infra/pin-images'), ...args], {
      cwd: tmpdir(),
      env: { PATH: `${join(clone, 'bin')}${delimiter}${PATH}` },
      encoding: 'utf8',
    })
  }

  /** Has every tag of the files name an image with this digest, apart from the given tags; `undefined` removes one. */
  async function publish(digest: string, given: Readonly<Record<string, string | undefined>> = {}) {
    const tags = (await defaults()).filter(([name]) => name !== 'COLLECTOR_IMAGE').map(([, tag]) => tag)
    const registry = {
      ...Object.fromEntries(tags.map((tag) => [tag, `${tag.split(':')[0]}@${digest}`])),
      ...given,
    }
    const lines = Object.entries(registry).filter(([, digests]) => digests)
    await writeFile(join(clone, 'bin/registry'), lines.map((line) => `${line.join(' ')}\n`).join(''))
  }

  function configure(variables: Readonly<Record<string, string>>) {
    const lines = Object.entries(variables).map((pair) => `${pair.join('=')}\n`)
    return appendFile(join(clone, '.env'), lines.join(''))
  }

  function read(file: string) {
    return readFile(join(clone, file), 'utf8')
  }

  /** The images of .env; fails where one is in it twice. */
  async function images(): Promise<Record<string, string>> {
    const pairs = [...(await read('.env')).matchAll(/^([A-Z]+_IMAGE)=(.*)$/gm)]
    const found = Object.fromEntries(pairs.map(([, name = '', image = '']) => [name, image]))
    expect(Object.keys(found)).toHaveLength(pairs.length)
    return found
  }
})

describe('images', () => {
  it('are variables with a tag as their default, the same in every file', async () => {
    const found = await defaults()
    expect(found.map(([name]) => name)).toEqual([...new Set(found.map(([name]) => name))])
    for (const file of FILES) {
      const text = await readFile(join(ROOT, file), 'utf8')
      const named = [...text.matchAll(/^ *(?:image:|FROM) (.*)$/gm)].map(([, image]) => image)
      // The collector's second stages begin with its first.
      for (const image of named.filter((name) => !name?.startsWith('npm AS ')))
        expect(image, file).toMatch(/^\$\{[A-Z]+_IMAGE:-[^}]+\}/)
      expect(named.length).toBeGreaterThan(1)
    }
  })

  it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
    'that the collector is built from are passed by %s',
    async (file) => {
      const { services } = parse(await readFile(join(ROOT, file), 'utf8'), { merge: true }) as {
        services: Record<string, { build?: { args: Record<string, string> } }>
      }
      const build = Object.values(services).find((service) => service.build)?.build
      const dockerfile = await readFile(join(ROOT, DOCKERFILE), 'utf8')
      const bases = [...dockerfile.matchAll(/^FROM \$\{([A-Z_]+)/gm)].map(([, name = '']) => name)
      expect(bases).toEqual(['NODE_IMAGE', 'DEBIAN_IMAGE'])
      for (const name of bases) {
        expect(build?.args).toHaveProperty(name, `\${${name}:-}`)
        expect(dockerfile).toMatch(new RegExp(`^ARG ${name}$`, 'm'))
      }
    },
  )
})

/** Name and default of every image, sorted; one line for each pair, so a name with two defaults is in it twice. */
async function defaults(): Promise<[name: string, tag: string][]> {
  const texts = await Promise.all(FILES.map((file) => readFile(join(ROOT, file), 'utf8')))
  const found = texts.flatMap((text) => [...text.matchAll(/\$\{([A-Z]+_IMAGE):-([^}]+)\}/g)])
  const pairs = found.map(([, name = '', tag = '']) => `${name} ${tag}`)
  return [...new Set(pairs)].toSorted().map((pair) => pair.split(' ') as [string, string])
}

import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { origin } from '../collector/src/config/values.ts'

const ROOT = join(import.meta.dirname, '..')

describe('infra/setup', () => {
  let clone: string

  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'half-measure-setup-'))
    await cp(join(ROOT, 'infra'), join(clone, 'infra'), { recursive: true })
  })

  afterEach(() => rm(clone, { recursive: true }))

  it('writes a different strong secret for every account, readable by the owner only', async () => {
    expect(setup()).toMatchObject({ status: 0 })

    const secrets = Object.entries(await env()).filter(([name]) => name.endsWith('_PASSWORD'))
    expect(secrets).toHaveLength(9)
    for (const [, secret] of secrets) expect(secret).toMatch(/^[0-9a-f]{48}$/)
    expect(new Set(secrets.map(([, secret]) => secret)).size).toBe(9)
    expect((await stat(join(clone, '.env'))).mode & 0o777).toBe(0o600)
  })

  it('prints no secret', async () => {
    const { stdout, stderr } = setup()
    const secrets = Object.entries(await env()).filter(([name]) => name.endsWith('_PASSWORD'))
    for (const [, secret] of secrets) expect(stdout + stderr).not.toContain(secret)
  })

  it('leaves an .env that exists as it is, and says why', async () => {
    await writeFile(join(clone, '.env'), 'POSTGRES_PASSWORD=mine\n')
    const { status, stderr } = setup()
    expect(status).toBe(1)
    expect(stderr).toContain('.env exists')
    expect(await readFile(join(clone, '.env'), 'utf8')).toBe('POSTGRES_PASSWORD=mine\n')
  })

  it('says what a mail server needs first: mailboxes that exist', () => {
    expect(setup().stdout).toMatch(/Before you set SMTP_URL, .*shared\/src\/publication\.ts/)
  })

  it('is for this machine by default', async () => {
    setup()
    expect(await env()).toMatchObject({
      SITE_ORIGIN: 'https://localhost',
      DASHBOARD_ORIGIN: 'https://admin.localhost',
      HTTP_PORT: '80',
      HTTPS_PORT: '443',
    })
  })

  it('takes a domain, and puts the dashboard beside it', async () => {
    setup({ SITE_ORIGIN: 'https://example.org' })
    expect(await env()).toMatchObject({
      SITE_ORIGIN: 'https://example.org',
      DASHBOARD_ORIGIN: 'https://admin.example.org',
      HTTPS_PORT: '443',
      ADMIN_EMAIL: 'admin@example.org',
    })
  })

  it.each([{ HTTPS_PORT: '8443' }, { SITE_ORIGIN: 'https://localhost:8443' }])(
    'names one port in the origins and in HTTPS_PORT: %o',
    async (given) => {
      setup(given)
      expect(await env()).toMatchObject({
        SITE_ORIGIN: 'https://localhost:8443',
        DASHBOARD_ORIGIN: 'https://admin.localhost:8443',
        HTTPS_PORT: '8443',
      })
    },
  )

  it.each([
    { SITE_ORIGIN: 'example.org' },
    { SITE_ORIGIN: 'http://example.org' },
    { SITE_ORIGIN: 'https://example.org/' },
    { SITE_ORIGIN: 'https://' },
    { SITE_ORIGIN: 'https://example.org', DASHBOARD_ORIGIN: 'https://example.org' },
    { SITE_ORIGIN: 'https://example.org', DASHBOARD_ORIGIN: 'https://admin.example.org:8443' },
    { SITE_ORIGIN: 'https://example.org', HTTPS_PORT: '8443' },
  ])('refuses what is no pair of origins, and writes nothing: %o', async (given) => {
    const { status, stderr } = setup(given)
    expect(status).toBe(1)
    expect(stderr).toMatch(/origin/i)
    await expect(stat(join(clone, '.env'))).rejects.toThrow('ENOENT')
  })

  it.each([
    'https://example.org',
    'https://example.org:8443',
    'https://beer.example-1.org',
    'https://my_host',
    'https://example.org:443',
    'https://example.org:0443',
    'https://example.org:',
    'https://example.org:https',
    'https://example.org:70000',
    'https://example.org:99999999999999999999',
    'https://example.org:8443:8443',
    'https://:8443',
    'https://Example.org',
    'https://bücher.example',
    'https://example.org\nhttps://example.org',
    'https://a b.example',
    'https://ada@example.org',
    'https://exam$ple.org',
    'https://example.org/blog',
    'https://1.2',
    'https://300.1.1.1',
    'HTTPS://example.org',
    'ftp://example.org',
  ])('takes the origins of host names that the collector takes, and no others: %j', (given) => {
    const { status, stderr } = setup({
      SITE_ORIGIN: given,
      DASHBOARD_ORIGIN: given.replace('//', '//admin.'),
    })
    const isTaken = origin.safeParse(given).success
    const refused = expect.stringContaining(`${given}: an origin is https:// and a host name in lower case`)
    expect({ status, stderr }).toEqual(isTaken ? { status: 0, stderr: '' } : { status: 1, stderr: refused })
  })

  it('has no options: it prints its usage and writes nothing', async () => {
    const { status, stderr } = setup({}, '--help')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Usage: .*sh infra\/setup\n$/)
    await expect(stat(join(clone, '.env'))).rejects.toThrow('ENOENT')
  })

  it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
    'writes every variable that %s cannot do without',
    async (file) => {
      setup()
      const compose = await readFile(join(ROOT, file), 'utf8')
      const required = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name ?? '')
      expect(required.length).toBeGreaterThan(0)
      const written = await env()
      expect(required.filter((name) => !written[name])).toEqual([])
    },
  )

  it('lets the containers read their configuration after a clone under a strict umask', async () => {
    const file = join(clone, 'infra/caddy/Caddyfile')
    await chmod(file, 0o600)
    setup()
    expect((await stat(file)).mode & 0o044).toBe(0o044)
  })

  function setup(given: Readonly<Record<string, string>> = {}, ...args: string[]) {
    const { PATH = '' } = process.env
    return spawnSync('sh', [join(clone, 'infra/setup'), ...args], {
      cwd: tmpdir(),
      env: { PATH, ...given },
      encoding: 'utf8',
    })
  }

  async function env(): Promise<Record<string, string>> {
    const text = await readFile(join(clone, '.env'), 'utf8')
    return Object.fromEntries(
      [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
  }
})

describe('docker-compose.yml', () => {
  it('gives no account a default password', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8')
    const passwords = [...compose.matchAll(/\$\{([A-Z_]*PASSWORD)([^}]*)\}/g)]
    expect(passwords.length).toBeGreaterThan(0)
    for (const [, , rest] of passwords) expect(rest).toMatch(/^:\?/)
    expect(compose).not.toMatch(/PASSWORD: (?!\$\{)/)
  })

  it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
    'reads no variable in %s that operators find explained nowhere or twice',
    async (file) => {
      const tables = await Promise.all(
        ['production', 'configuration'].map(async (name) => {
          const text = await readFile(join(ROOT, `docs/operations/${name}.md`), 'utf8')
          const cells = [...text.matchAll(/^\| (`[A-Z_*`, ]+`) +\|/gm)].map(([, cell = '']) => cell)
          const names = cells.flatMap((cell) => cell.replaceAll(/[` ]/g, '').split(','))
          return names.map((known) => new RegExp(`^${known.replaceAll('*', '.*')}$`))
        }),
      )
      const compose = await readFile(join(ROOT, file), 'utf8')
      const read = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name))
      expect(read.size).toBeGreaterThan(20)
      const explained = (name: string) =>
        tables.filter((names) => names.some((known) => known.test(name))).length
      expect([...read].filter((name) => explained(name) !== 1)).toEqual([])
    },
  )

  it('gives every collector of a cluster each setting that the one of a single host has', async () => {
    const [one = [], ...cluster] = await Promise.all(
      [
        ['docker-compose.yml', 'collector'],
        ['docker-compose.cluster.yml', 'collector-1'],
        ['docker-compose.cluster.yml', 'collector-2'],
        ['docker-compose.cluster.yml', 'collector-3'],
      ].map(async ([file = '', service = '']) => {
        const { services } = parse(await readFile(join(ROOT, file), 'utf8'), { merge: true }) as {
          services: Record<string, { environment: object }>
        }
        return Object.keys(services[service]?.environment ?? {})
      }),
    )
    expect(one).toContain('BACKUP_RECIPIENT')
    for (const names of cluster) expect(names).toEqual(expect.arrayContaining(one))
  })

  it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
    'starts every service of %s whatever the health of the others: readers come during an outage too',
    async (file) => {
      const { services } = parse(await readFile(join(ROOT, file), 'utf8'), { merge: true }) as {
        services: Record<string, { depends_on?: unknown }>
      }
      const waiting = Object.values(services).flatMap(({ depends_on: others }) => others ?? [])
      expect(waiting.length).toBeGreaterThan(2)
      for (const other of waiting) expect(Object.keys(services)).toContain(other)
    },
  )

  it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
    'lets no service of %s write to its root or gain rights',
    async (file) => {
      const { services } = parse(await readFile(join(ROOT, file), 'utf8'), { merge: true }) as {
        services: Record<string, object>
      }
      const hardened = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }
      // What extends a service has what the other file says of it.
      const own = Object.values(services).filter((service) => !('extends' in service))
      expect(own.length).toBeGreaterThan(5)
      for (const service of own) expect(service).toMatchObject(hardened)
    },
  )
})

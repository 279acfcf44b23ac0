import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { query } from 'chdb'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_OF_VIEWERS, MAX_RUNNING } from '../../collector/src/analytics/query-runner.ts'
import { EVENT_TABLES } from '../../collector/src/events/event-tables.ts'

/**
 * What the embedded engine can say about files that only a server reads: whether it knows the names, and whether the
 * grants are statements. Over a limit that it does not know a server starts as if nothing were meant; over a setting
 * or a grant it does not start.
 */
describe('the configuration of the ClickHouse server', () => {
  const files = new Map<string, string>()

  beforeAll(async () => {
    for (const folder of ['config.d', 'users.d']) {
      for (const name of await readdir(join(import.meta.dirname, folder))) {
        const text = await readFile(join(import.meta.dirname, folder, name), 'utf8')
        files.set(name, text.replaceAll(/<!--.*?-->/gs, ''))
      }
    }
  })

  it('names memory limits and caches that the engine has', () => {
    const known = column('SELECT name FROM system.server_settings')
    const named = leaves(text('memory.xml')).map(({ path }) => path.replace('clickhouse.', ''))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(['migrator', 'writer', 'reader', 'viewer'])(
    'names settings that the engine has, for the %s',
    (role) => {
      const known = column('SELECT name FROM system.settings')
      const prefix = `clickhouse.profiles.${role}.`
      const named = leaves(text(`${role}.xml`)).flatMap(({ path }) =>
        path.startsWith(prefix) ? path.slice(prefix.length).replace(/^constraints\.(\w+)\.\w+$/, '$1') : [],
      )
      expect(named).toContain('max_memory_usage')
      expect(named.filter((name) => !known.includes(name))).toEqual([])
    },
  )

  it.each(['migrator', 'writer', 'reader', 'viewer'])(
    'grants the %s something, in statements that parse',
    (role) => {
      const grants = grantsOf(role)
      expect(grants.length).toBeGreaterThan(0)
      for (const grant of grants) expect(column(`EXPLAIN AST ${grant} TO ${role}`)[0]).toMatch(/GrantQuery/)
    },
  )

  it('lets the writer count its batches in every table of events, look up assignments, and read nothing else there', () => {
    const readable = grantsOf('writer').filter((grant) => grant.includes('SELECT'))
    expect(readable.toSorted()).toEqual(
      EVENT_TABLES.map((table) => {
        const more = table === 'ab_test_assignments' ? ', session_id, test_name, variant, assigned_at' : ''
        return `GRANT SELECT(batch_id, event_id${more}) ON analytics.${table}`
      }).toSorted(),
    )
  })

  it('gives the writer no quota, which strangers could use up with look-ups', () => {
    expect(text('writer.xml')).toContain('<quota>default</quota>')
    expect(text('writer.xml')).not.toContain('<quotas>')
  })

  it.each(['reader', 'viewer'])('lets the %s change nothing', (role) => {
    expect(grantsOf(role)).toEqual(['GRANT SELECT ON analytics.*', 'GRANT SELECT ON analytics_all.*'])
    expect(valuesOf(role).get('readonly')).toBe('2')
  })

  it.each(['reader', 'viewer'])('lets the %s lower its limits, but not raise or remove them', (role) => {
    const values = valuesOf(role)
    for (const limit of ['max_execution_time', 'max_memory_usage', 'max_rows_to_read']) {
      expect(values.get(`constraints.${limit}.max`)).toBe(values.get(limit))
      expect(values.get(`constraints.${limit}.min`)).toBe('1')
    }
    expect(text(`${role}.xml`)).toMatch(/<readonly>\s*<const\/>/)
  })

  it('gives viewers less than administrators, and the second turn', () => {
    const [reader, viewer] = [valuesOf('reader'), valuesOf('viewer')]
    for (const limit of [
      'max_execution_time',
      'max_memory_usage_for_user',
      'max_threads',
      'max_rows_to_read',
    ])
      expect(Number(viewer.get(limit))).toBeLessThan(Number(reader.get(limit)))
    expect([reader.get('priority'), viewer.get('priority')]).toEqual(['1', '2'])
  })

  it.each([
    // One more for what takes no place: reconciliation, exports.
    ['reader', MAX_RUNNING + 1],
    ['viewer', MAX_OF_VIEWERS],
  ])('gives the %s a quota that the queries of three collectors cannot use up', (role, places) => {
    const quota = leaves(text(`${role}.xml`)).filter(({ path }) =>
      path.startsWith(`clickhouse.quotas.${role}.interval.`),
    )
    // A query that began in the minute before ends in this one.
    const seconds = 3 * places * (60 + Number(valuesOf(role).get('max_execution_time')))
    expect(quota.map(({ path, value }) => [path.split('.').at(-1), Number(value)])).toEqual([
      ['duration', 60],
      ['execution_time', seconds],
    ])
  })

  it('names for a cluster only what reads its secret from the environment', async () => {
    const folder = join(import.meta.dirname, 'cluster')
    for (const name of await readdir(folder)) {
      const xml = await readFile(join(folder, name), 'utf8')
      for (const [element] of xml.matchAll(/<(?:secret|password)\b[^>]*>/g))
        expect(element).toContain('from_env="CLICKHOUSE_CLUSTER_SECRET"')
    }
  })

  it('knows every node of docker-compose.cluster.yml, in the cluster that the collectors use', async () => {
    const xml = await readFile(join(import.meta.dirname, 'cluster/remote-servers.xml'), 'utf8')
    const compose = parse(
      await readFile(join(import.meta.dirname, '../../docker-compose.cluster.yml'), 'utf8'),
      { merge: true },
    ) as {
      services: Record<string, { environment?: Record<string, string> }>
    }
    const nodes = Object.keys(compose.services).filter((name) => name.startsWith('clickhouse-'))
    expect(nodes.length).toBe(4)
    expect([...xml.matchAll(/<host>([^<]+)</g)].map(([, host]) => host)).toEqual(nodes)
    const { CLICKHOUSE_CLUSTER: cluster, CLICKHOUSE_SHARDS: shards } =
      compose.services['collector-1']?.environment ?? {}
    expect(shards?.split(/[ ,]/)).toEqual(nodes)
    expect(xml).toMatch(new RegExp(`<remote_servers>\\s*<${cluster}>`))
  })

  it('leaves no account without a password', () => {
    expect(text('default.xml')).toContain('<default remove="remove"/>')
    for (const role of ['migrator', 'writer', 'reader', 'viewer']) {
      expect(text(`${role}.xml`)).toMatch(/<password from_env="CLICKHOUSE_[A-Z]+_PASSWORD"\/>/)
    }
  })

  function text(name: string): string {
    const found = files.get(name)
    if (found === undefined) throw new Error(`there is no ${name}`)
    return found
  }

  /** The settings of its profile. */
  function valuesOf(role: string): Map<string, string> {
    const prefix = `clickhouse.profiles.${role}.`
    return new Map(
      leaves(text(`${role}.xml`)).flatMap(({ path, value }) =>
        path.startsWith(prefix) ? [[path.slice(prefix.length), value]] : [],
      ),
    )
  }

  function grantsOf(role: string): string[] {
    return leaves(text(`${role}.xml`)).flatMap(({ path, value }) =>
      path.endsWith('grants.query') ? value : [],
    )
  }
})

function column(sql: string): string[] {
  return query(sql, 'TabSeparated').trimEnd().split('\n')
}

/** The elements that hold text, with the names on the way to them. Enough of XML for files of our own. */
function leaves(xml: string): { path: string; value: string }[] {
  const path: string[] = []
  const found: { path: string; value: string }[] = []
  for (const [, close, name = '', empty, value = ''] of xml.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>([^<]*)/g)) {
    if (close) path.pop()
    else if (!empty) {
      path.push(name)
      if (value.trim() !== '') found.push({ path: path.join('.'), value: value.trim() })
    }
  }
  return found
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, MAX_STATEMENTS } from './database.ts'
import { createHttpInterface } from './http-interface.ts'
import { type Engine, startEngine } from './start-engine.ts'
import { begin, call, run } from './testing/engine-client.ts'

let directory: string
let engine: Engine

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'half-measure-engine-'))
  engine = await startEngine(join(directory, 'clickhouse'))
  await run(engine, 'CREATE DATABASE shop')
  await run(engine, 'CREATE TABLE shop.beers (name String, litres UInt8) ENGINE = MergeTree ORDER BY name')
})

afterAll(async () => {
  await engine.stop()
  rmSync(directory, { recursive: true, force: true })
})

const running = () =>
  run(engine, "SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%'")
/** Takes long, and takes nothing from others. */
const SLOW = 'SELECT sleepEachRow(0.1) FROM numbers({n:UInt32}) SETTINGS max_block_size = 1'
/** Minutes of work. */
const ENDLESS = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'

describe('a statement', () => {
  it('is over when its response has been sent, not cancelled: its session serves the next one', async () => {
    const signals: AbortSignal[] = []
    const database: Pick<Database, 'run'> = {
      run(_, disconnected, receive) {
        signals.push(disconnected)
        return receive(new TextEncoder().encode('1'))
      },
    }
    const server = createHttpInterface(database, 'secret').listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const headers = { authorization: `Basic ${btoa('any:secret')}` }
    const response = await fetch(`http://127.0.0.1:${port}/?query=SELECT+1`, { headers })
    expect(await response.text()).toBe('1')
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it('has its result in the format that it names, or that the request names, or tab-separated', async () => {
    expect(await run(engine, 'SELECT 1 AS a, 2 AS b FORMAT JSONEachRow')).toBe('{"a":1,"b":2}')
    expect(await run(engine, 'SELECT 1 AS a, 2 AS b', { default_format: 'CSV' })).toBe('1,2')
    expect(await run(engine, 'SELECT 1 AS a, 2 AS b')).toBe('1\t2')
    expect(await run(engine, 'SHOW TABLES FROM shop')).toBe('beers')
    expect(await run(engine, '(SELECT 1 AS a) UNION ALL (SELECT 1 AS a)')).toBe('1\n1')
    expect(await run(engine, 'WITH 2 AS a SELECT a, count() FROM numbers(3) GROUP BY a WITH TOTALS')).toBe(
      '2\t3\n\n2\t3',
    )
    expect(await run(engine, 'EXPLAIN SYNTAX SELECT 1')).toContain('SELECT 1')
    expect(JSON.parse(await run(engine, 'SELECT number FROM numbers(100000) FORMAT JSON'))).toMatchObject({
      rows: 100_000,
      statistics: { rows_read: 100_000 },
    })
  })

  it.each([
    ['String', String.raw`it's \\ \t 🍺`, "it's \\ \t 🍺"],
    ['Array(String)', String.raw`['a','it\'s']`, ['a', "it's"]],
    ['Array(UInt32)', '[1,2,3]', [1, 2, 3]],
    ['UUID', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001'],
    ['Nullable(String)', String.raw`\N`, null],
    ["DateTime64(3, 'UTC')", '2026-11-20 10:00:00.123', '2026-11-20 10:00:00.123'],
    ['Float64', '-1.5', -1.5],
  ])('takes values of parameters as a server does: %s', async (type, value, expected) => {
    const body = `SELECT {p:${type}} AS p FORMAT JSONEachRow`
    expect(JSON.parse(await run(engine, body, { param_p: value }))).toEqual({ p: expected })
  })

  it('is refused with a value that is none of its type', async () => {
    await expect(run(engine, 'SELECT {p:UInt8}', { param_p: "1' OR" })).rejects.toThrow('BAD_QUERY_PARAMETER')
  })

  it('takes a list that is longer than a statement may be', async () => {
    const ids = Array.from(
      { length: 8_000 },
      (_, i) => `'00000000-0000-4000-8000-${String(i).padStart(12, '0')}'`,
    )
    expect(await run(engine, 'SELECT length({ids:Array(UUID)})', { param_ids: `[${ids.join(',')}]` })).toBe(
      '8000',
    )
    await expect(run(engine, `SELECT [${ids.join(',')}]`)).rejects.toThrow('Max query size exceeded')
  })

  it('is refused by the code and the words of ClickHouse', async () => {
    const unknown = await call(engine, { body: 'SELECT * FROM shop.wines' })
    expect(unknown).toMatchObject({ status: 404, headers: { 'x-clickhouse-exception-code': '60' } })
    expect(unknown.text).toMatch(/^Code: 60\. DB::Exception: .*shop\.wines.*\(UNKNOWN_TABLE\)$/m)
    const failed = await call(engine, { body: "SELECT throwIf(1, 'no more beer') FORMAT JSON" })
    expect(failed).toMatchObject({ status: 500, headers: { 'x-clickhouse-exception-code': '395' } })
    expect(await call(engine, { body: 'SELECT (' })).toMatchObject({ status: 400 })
    expect(await call(engine, { body: '' })).toMatchObject({ status: 400 })
    expect(await call(engine, { body: 'SELECT 1', method: 'PUT' })).toMatchObject({ status: 405 })
  })

  it('whose result breaks off breaks the connection: a part is not taken for all', async () => {
    const body = `SELECT number, throwIf(number = 150000) FROM numbers(200000)
      SETTINGS max_threads = 1, max_block_size = 10000 FORMAT JSONEachRow`
    await expect(call(engine, { body })).rejects.toThrow('aborted')
  })

  it('has an id, which is that of the request where it has one', async () => {
    expect((await call(engine, { search: { query_id: 'mine' }, body: 'SELECT 1' })).headers).toMatchObject({
      'x-clickhouse-query-id': 'mine',
    })
    expect((await call(engine, { body: 'SELECT 1' })).headers['x-clickhouse-query-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
})

describe('rows', () => {
  it('arrive byte by byte as they were sent, and are counted', async () => {
    const rows = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}\n{"name":"Bière"}\n'),
    ])
    const { status, headers } = await call(engine, {
      search: {
        query:
          "INSERT INTO shop.beers (name) SETTINGS async_insert = 0, insert_deduplication_token = 'a' FORMAT JSONEachRow",
      },
      body: rows,
    })
    expect(status).toBe(200)
    expect(JSON.parse(String(headers['x-clickhouse-summary']))).toMatchObject({ written_rows: '2' })
    expect(await run(engine, 'SELECT hex(name) FROM shop.beers ORDER BY name')).toBe(
      `${Buffer.from('Bière').toString('hex').toUpperCase()}\nFFC3`,
    )
  })

  it('are taken in other formats, and compressed', async () => {
    const search = { query: 'INSERT INTO shop.beers FORMAT CSV' }
    await call(engine, { search, body: '"Mild",1\n' })
    await call(engine, {
      search,
      body: gzipSync('"Porter",2\n"Stout",3\n'),
      headers: { 'Content-Encoding': 'gzip' },
    })
    expect(await run(engine, 'SELECT name, litres FROM shop.beers WHERE litres > 0 ORDER BY name')).toBe(
      'Mild\t1\nPorter\t2\nStout\t3',
    )
  })

  it('are all refused where one is', async () => {
    const search = {
      query: 'INSERT INTO shop.beers SETTINGS input_format_skip_unknown_fields = 0 FORMAT JSONEachRow',
    }
    const body = '{"name":"Ruby"}\n{"name":"Amber","price":4}\n'
    expect(await call(engine, { search, body })).toMatchObject({
      headers: { 'x-clickhouse-exception-code': '117' },
    })
    expect(await run(engine, "SELECT count() FROM shop.beers WHERE name IN ('Ruby', 'Amber')")).toBe('0')
  })
})

describe('a result', () => {
  it('begins before it ends, and what nobody reads is not made', async () => {
    const response = await begin(engine, {
      body: 'SELECT number FROM numbers(1000000000000) FORMAT JSONEachRow',
    })
    const [first] = (await once(response, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^\{"number":0\}\n/)
    response.pause()
    response.destroy()
    await expect.poll(running).toBe('0')
  })

  it('is compressed where the client requests it', async () => {
    const headers = { 'Accept-Encoding': 'gzip' }
    const search = { enable_http_compression: '1' }
    for (const format of ['JSON', 'JSONEachRow']) {
      const body = `SELECT number FROM numbers(1000) FORMAT ${format}`
      const response = await call(engine, { search, headers, body })
      expect(response.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(response.bytes).toString()).toContain('"number"')
      expect((await call(engine, { headers, body })).headers['content-encoding']).toBeUndefined()
    }
    expect(await call(engine, { search, headers, body: 'SELECT * FROM nothing' })).toMatchObject({
      status: 404,
    })
  })
})

describe('statements', () => {
  it('leave no setting, database or parameter for the next one', async () => {
    const threads = () => run(engine, "SELECT getSetting('max_result_rows'), currentDatabase()")
    expect(await threads()).toBe('0\tdefault')
    await run(engine, 'SELECT 1', { max_result_rows: '7' })
    await run(engine, 'SELECT 1 SETTINGS max_result_rows = 7')
    await run(engine, 'SET max_result_rows = 7')
    await run(engine, 'SET max_result_rows = 7; SET max_result_rows = 8')
    await run(engine, 'SELECT 1', { database: 'shop' })
    await run(engine, 'USE shop')
    for (let i = 0; i < 6; i++) expect(await threads()).toBe('0\tdefault')
    await run(engine, 'SELECT {a:UInt8}', { param_a: '1' })
    await expect(run(engine, 'SELECT {a:UInt8}')).rejects.toThrow('Substitution `a` is not set')
    await expect(run(engine, 'SELECT 1', { max_tea: '1' })).rejects.toThrow('UNKNOWN_SETTING')
  })

  it('that fail leave nothing of their result for the next one', async () => {
    for (let i = 0; i < 5; i++) {
      await expect(
        run(engine, 'SELECT number, throwIf(number = 300000) FROM numbers(400000) FORMAT JSON'),
      ).rejects.toThrow('395')
      expect(await run(engine, `SELECT ${i} AS i FORMAT JSONEachRow`)).toBe(`{"i":${i}}`)
    }
  })

  it('at one time have each its own parameters', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        run(engine, 'SELECT {a:UInt32}, {b:Array(String)}[1], sum(number) FROM numbers(10000)', {
          param_a: String(i),
          param_b: `['b${i}']`,
        }),
      ),
    )
    expect(results).toEqual(Array.from({ length: 200 }, (_, i) => `${i}\tb${i}\t49995000`))
  })

  it('do not wait for one another', async () => {
    const stop = new AbortController()
    const slow = Array.from({ length: MAX_STATEMENTS - 1 }, () =>
      call(engine, { search: { param_n: '1000' }, body: SLOW, signal: stop.signal }).catch(() => {}),
    )
    await expect.poll(running).toBe(String(MAX_STATEMENTS - 1))
    expect(await run(engine, 'SELECT {n:UInt8}', { param_n: '2' })).toBe('2')
    stop.abort()
    await Promise.all(slow)
    await expect.poll(running).toBe('0')
  })

  it('whose clients are gone are cancelled, and free their places', async () => {
    const stop = new AbortController()
    // Twice as many as there are places: half of them wait.
    const left = Array.from({ length: 2 * MAX_STATEMENTS }, (_, i) =>
      call(engine, { body: i % 2 ? ENDLESS : `${ENDLESS} FORMAT JSON`, signal: stop.signal }).catch(
        () => 'gone',
      ),
    )
    const behind = run(engine, 'SELECT 1')
    await new Promise(setImmediate)
    stop.abort()
    expect(new Set(await Promise.all(left))).toEqual(new Set(['gone']))
    expect(await behind).toBe('1')
    await expect.poll(running).toBe('0')
  })

  it('that fail or are cancelled release their tables, whatever else runs', async () => {
    await run(engine, 'CREATE TABLE shop.kegs (litres UInt8) ENGINE = MergeTree ORDER BY litres')
    await run(engine, 'INSERT INTO shop.kegs SELECT 30 FROM numbers(1000)')
    const stop = new AbortController()
    const sql = `SELECT sum(litres + sleepEachRow(0.1)) FROM shop.kegs
      SETTINGS function_sleep_max_microseconds_per_block = 0 FORMAT JSON`
    const left = call(engine, { body: sql, signal: stop.signal }).catch(() => 'gone')
    await expect.poll(running).toBe('1')
    // It waits for the statement above.
    let dropped = false
    void run(engine, 'DROP TABLE shop.kegs SYNC').then(() => (dropped = true))
    await expect.poll(() => run(engine, 'EXISTS TABLE shop.kegs')).toBe('0')
    stop.abort()
    expect(await left).toBe('gone')
    await expect.poll(() => dropped).toBe(true)
  })

  it('that change something go on without their client', async () => {
    const stop = new AbortController()
    // The insert runs until its source responds.
    const { promise: isOver, resolve: respond } = Promise.withResolvers<void>()
    const source = createServer((_, response) => void isOver.then(() => response.end('"slow",1\n')))
    source.listen(0, '127.0.0.1')
    await once(source, 'listening')
    onTestFinished(() => {
      source.closeAllConnections()
      source.close()
    })
    const { port } = source.address() as AddressInfo
    const sql = `INSERT INTO shop.beers
      SELECT * FROM url('http://127.0.0.1:${port}/', 'CSV', 'name String, litres UInt8')`
    const left = call(engine, { body: sql, signal: stop.signal }).catch(() => 'gone')
    await expect.poll(running).toBe('1')
    stop.abort()
    expect(await left).toBe('gone')
    respond()
    await expect.poll(() => run(engine, "SELECT count() FROM shop.beers WHERE name = 'slow'")).toBe('1')
  })
})

describe('a client without the secret', () => {
  it('is refused, and what it sent is not read', async () => {
    for (const secret of ['', 'wrong', `${new URL(engine.url).password}x`]) {
      const refused = await call(engine, { secret, body: 'CREATE DATABASE theirs' })
      expect(refused).toMatchObject({ status: 403, headers: { 'x-clickhouse-exception-code': '516' } })
    }
    expect(await run(engine, "SELECT count() FROM system.databases WHERE name = 'theirs'")).toBe('0')
    expect(await call(engine, { method: 'GET', path: '/ping', secret: '' })).toMatchObject({ text: 'Ok.\n' })
  })

  it('cannot be another user', () => {
    expect(statSync(engine.socket).mode & 0o077).toBe(0)
  })

  it.skipIf(!existsSync('/proc/self/net/tcp'))('cannot come over a network (where /proc shows it)', () => {
    const proc = `/proc/${engine.pid}`
    const listening = ['tcp', 'tcp6'].flatMap((kind) =>
      readFileSync(`${proc}/net/${kind}`, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const fields = line.trim().split(/\s+/)
          // 0A is LISTEN; the tenth field is the socket's inode.
          return fields[3] === '0A' ? [`socket:[${fields[9]}]`] : []
        }),
    )
    const held = readdirSync(`${proc}/fd`).map((fd) => readlinkSync(`${proc}/fd/${fd}`))
    expect(held.filter((socket) => listening.includes(socket))).toEqual([])
  })
})

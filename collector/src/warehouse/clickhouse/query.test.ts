import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runQuery, runQueryForNumber, runQueryForOne } from './query.ts'
import { fakeClickHouse } from './testing/fake-clickhouse.ts'

const query = { name: 'rows', sql: 'SELECT 1', row: z.object({ rows: z.number() }) }

/** The client of a server that responds like this. @param options where it is not to wait for long. */
async function clientOf(
  respond: (response: ServerResponse) => void,
  options: { readonly requestTimeoutMs?: number } = {},
) {
  return (await fakeClickHouse((_, response) => respond(response), options)).reader
}

describe('runQuery', () => {
  it('parses each row of the result', async () => {
    const client = await clientOf((response) => response.end('{"rows":1}\n{"rows":2}\n'))
    expect(await runQuery(client, query)).toEqual([{ rows: 1 }, { rows: 2 }])
  })

  it('takes a row of another shape for an error', async () => {
    const client = await clientOf((response) => response.end('{"rows":"many"}\n'))
    await expect(runQuery(client, query)).rejects.toThrow(/rows/)
  })

  it.each([
    [
      'breaks off',
      (response: ServerResponse) => response.write('{"rows":1}\n', () => response.socket?.destroy()),
    ],
    ['stops and never ends', (response: ServerResponse) => response.write('{"rows":1}\n')],
    ['never begins', () => {}],
    [
      'turns into an error after it began with 200',
      (response: ServerResponse) =>
        response
          .writeHead(200, { 'X-ClickHouse-Exception-Code': '241' })
          .end('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)'),
    ],
  ])('takes a response for an error that %s', async (_, respond) => {
    const client = await clientOf(respond, { requestTimeoutMs: 300 })
    await expect(runQuery(client, query)).rejects.toThrow(Error)
  })
})

describe('runQueryForOne', () => {
  it('gives the one row', async () => {
    const client = await clientOf((response) => response.end('{"rows":0}\n'))
    expect(await runQueryForOne(client, query)).toEqual({ rows: 0 })
  })

  it.each([
    ['nothing at all', ''],
    ['half a row', '{"rows":1'],
    ['two rows', '{"rows":1}\n{"rows":2}\n'],
  ])('takes %s for an error, not for a zero', async (_, text) => {
    const client = await clientOf((response) => response.end(text))
    await expect(runQueryForOne(client, query)).rejects.toThrow('expected one row of the query: rows')
  })
})

describe('runQueryForNumber', () => {
  it('reads a 64-bit number, whatever its column is called', async () => {
    const client = await clientOf((response) => response.end('{"count()":"7"}\n'))
    expect(await runQueryForNumber(client, { name: 'rows', sql: 'SELECT 7' })).toBe(7)
  })

  it('takes two columns for an error', async () => {
    const client = await clientOf((response) => response.end('{"a":1,"b":2}\n'))
    await expect(runQueryForNumber(client, { name: 'rows', sql: 'SELECT 1, 2' })).rejects.toThrow(z.ZodError)
  })
})

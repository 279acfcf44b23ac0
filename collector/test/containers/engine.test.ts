import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { expect, it, onTestFinished } from 'vitest'
import { startContainer } from '../../src/warehouse/engine/start-container.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'

async function run(url: string, query: string): Promise<string> {
  const client = createClient({ url })
  const { stream } = await client.exec({ query })
  const text = await new Response(stream).text()
  await client.close()
  return text.trim()
}

it('ClickHouse in a container keeps its data, requires its password, and replaces the container of a killed collector', async () => {
  const directory = join(temporaryDirectory(), 'clickhouse')
  const killed = await startContainer('docker', directory)
  await run(killed.url, 'CREATE DATABASE shop')
  const { origin } = new URL(killed.url)
  expect((await fetch(`${origin}/?query=SELECT+1`)).ok).toBe(false)

  const next = await startContainer('docker', directory)
  onTestFinished(() => next.stop())
  await expect(fetch(`${origin}/ping`)).rejects.toThrow('fetch failed')
  expect(await run(next.url, "SELECT count() FROM system.databases WHERE name = 'shop'")).toBe('1')
  await next.stop()
  await expect(fetch(`${new URL(next.url).origin}/ping`)).rejects.toThrow('fetch failed')
})

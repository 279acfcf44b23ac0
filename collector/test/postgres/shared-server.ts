import { existsSync, mkdtempSync, watch, writeFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { until } from '../faults/harness/until.ts'
import { noPostgresServer, type PostgresServer, startPostgresServer } from './postgres-server.ts'

/*
 * One PostgreSQL server for all test files of a run. The first file that needs it requests it by creating a file, the
 * main process starts it, and everybody reads its address.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the request for the shared server and its address are. */
    postgresDirectory: string
  }
}

const WANTED = 'wanted'
const URL_FILE = 'url'

/** Vitest's global set-up. */
export function setup(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'half-measure-shared-postgres-'))
  project.provide('postgresDirectory', directory)
  let server: Promise<PostgresServer> | undefined
  const watcher = watch(directory, () => {
    if (server || !existsSync(join(directory, WANTED))) return
    server = startPostgresServer()
    server.then(({ url }) => publish(directory, url)).catch((error) => publish(directory, `failed: ${error}`))
  })
  return async () => {
    watcher.close()
    await server?.then((started) => started.stop()).catch(() => {})
    await rm(directory, { recursive: true, force: true })
  }
}

async function publish(directory: string, text: string): Promise<void> {
  await writeFile(join(directory, `${URL_FILE}.unfinished`), text)
  await rename(join(directory, `${URL_FILE}.unfinished`), join(directory, URL_FILE))
}

/** The address of the maintenance database of the run's server, which starts on first use. */
export async function sharedPostgresServer(directory: string): Promise<string> {
  const { TEST_POSTGRES_URL: inContainer } = process.env
  if (inContainer !== undefined) return inContainer
  if (noPostgresServer !== undefined) throw new Error(noPostgresServer)
  writeFileSync(join(directory, WANTED), '')
  // The main process, which starts it, says so too where it does not start.
  await until('the shared PostgreSQL server is there', () => existsSync(join(directory, URL_FILE)))
  const url = await readFile(join(directory, URL_FILE), 'utf8')
  if (url.startsWith('failed:')) throw new Error(url)
  return url
}

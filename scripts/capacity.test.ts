import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from './process.ts'

async function capacity(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [join(ROOT, 'scripts/capacity.ts'), ...args])
  return (await run).stdout
}

/** The cells of tables, whatever their width. */
function rowsOf(text: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !line.includes('---'))
  return rows.map((row) => row.replaceAll(/ +/g, ' '))
}

it('prints the tables of its document', async () => {
  const document = rowsOf(await readFile(join(ROOT, 'docs/operations/capacity.md'), 'utf8'))
  expect(document).toEqual(expect.arrayContaining(rowsOf(await capacity())))
})

it('says in one sentence that a file is no benchmark, without showing what is in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capacity-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const notes = join(folder, 'notes.txt')
  const refusal = async () => {
    const error = (await capacity('--bench', notes).catch((cause: unknown) => cause)) as { stderr: string }
    return error.stderr
  }
  expect(await refusal()).toBe(`${notes} does not exist.\n`)
  await writeFile(notes, 'a secret')
  expect(await refusal()).toBe(`${notes} is not the output of bench:ingest or bench:query.\n`)
})

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('a document that names a deleted file is reported before the deletion is staged', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'check-documents-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const files = {
    'package.json': '{"scripts":{}}',
    'README.md': '`kept.ts`, `gone.ts`',
    'kept.ts': '',
    'gone.ts': '',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  execFileSync('git', ['init', '-q'], { cwd })
  execFileSync('git', ['add', '.'], { cwd })
  rmSync(join(cwd, 'gone.ts'))
  const script = join(import.meta.dirname, 'check-documents.ts')
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, 'README.md: gone.ts\n'])
})

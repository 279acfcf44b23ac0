import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** A repository with these files. It goes when the test ends. */
function repository(files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'check-documents-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [name, text] of Object.entries({ 'package.json': '{"scripts":{}}', ...files }))
    writeFileSync(join(cwd, name), text)
  execFileSync('git', ['init', '-q'], { cwd })
  execFileSync('git', ['add', '.'], { cwd })
  return cwd
}

function check(cwd: string) {
  const script = join(import.meta.dirname, 'check-documents.ts')
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' })
  return [status, stdout]
}

it('a document that names a deleted file is reported before the deletion is staged', () => {
  const cwd = repository({ 'README.md': '`kept.ts`, `gone.ts`', 'kept.ts': '', 'gone.ts': '' })
  rmSync(join(cwd, 'gone.ts'))
  expect(check(cwd)).toEqual([1, 'README.md: gone.ts\n'])
})

it('a command whose failure would leave half a file is reported', () => {
  const safe = '`node operate.ts erasures > "$f.part" && mv "$f.part" "$f"`, `node operate.ts backup x >&2`'
  expect(check(repository({ 'README.md': safe, 'operate.ts': '' }))).toEqual([0, ''])
  const half = '`docker compose exec -T collector node operate.ts erasures > erasures.json`'
  expect(check(repository({ 'README.md': half, 'operate.ts': '' }))).toEqual([
    1,
    'README.md: > erasures.json\n',
  ])
})

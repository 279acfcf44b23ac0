import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkVariants } from './check-variants.ts'

it('an element of a test has to be behind the script that shows variants, on every page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-variants-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [script, tested] = ['<script src="/a.js" data-ended="x"></script>', '<p data-exposure="test">']
  await writeFile(join(folder, 'right.html'), script + tested)
  await writeFile(join(folder, 'untested.html'), '<p>')
  await checkVariants(folder)
  await writeFile(join(folder, 'late.html'), tested + script)
  await writeFile(join(folder, 'none.html'), tested)
  await expect(checkVariants(folder)).rejects.toThrow(/before it: (late\.html, none|none\.html, late)\.html$/)
})

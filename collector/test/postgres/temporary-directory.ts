import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty directory for the running test; it goes when the test ends. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'half-measure-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

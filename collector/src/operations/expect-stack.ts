import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A command that opened a directory without a stack would create one, and report success on the wrong data.
 *
 * @throws if the data directory has no stack.
 */
export function expectStack(dataDir: string): void {
  // Every stack has it from its first start.
  if (existsSync(join(dataDir, 'ledger', 'ledger.json'))) return
  throw new Error(`There is no stack in ${dataDir}; set DATA_DIR to its data directory.`)
}

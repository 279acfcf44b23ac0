/**
 * `backup-key.ts <file>`: writes a new age key for backups; `-` is standard output. Its public half goes into
 * `BACKUP_RECIPIENT`. Keep the file apart from the backups: without it none can be restored.
 */
import { writeFile } from 'node:fs/promises'
import { createKey } from '../src/operations/backup/encryption.ts'

const [path, ...more] = process.argv.slice(2)
if (path === undefined || more.length > 0) {
  console.error('Usage: npm run backup-key -- <file>')
  process.exitCode = 1
} else {
  const { recipient, file } = await createKey()
  try {
    if (path === '-') process.stdout.write(file)
    else await writeFile(path, file, { mode: 0o600, flag: 'wx' })
    console.error(`BACKUP_RECIPIENT=${recipient}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

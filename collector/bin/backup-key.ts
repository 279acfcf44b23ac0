/**
 * `backup-key.ts <file>`: writes a new age key for backups; `-` is standard output. Its public half goes into
 * `BACKUP_RECIPIENT`. Keep the file apart from the backups: without it none can be restored.
 */
import { writeFile } from 'node:fs/promises'
import { createKey } from '../src/operations/backup/encryption.ts'
import { runCommandLine } from '../src/platform/command-line.ts'

await runCommandLine(
  [{ usage: 'backup-key <file>' }],
  ['backup-key', ...process.argv.slice(2)],
  async ({ words: [path = ''] }) => {
    const { recipient, file } = await createKey()
    if (path === '-') process.stdout.write(file)
    else await writeFile(path, file, { mode: 0o600, flag: 'wx' })
    console.error(`BACKUP_RECIPIENT=${recipient}`)
  },
)

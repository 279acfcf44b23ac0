/** A program: creates an empty PGlite database in the directory given, and exits. */
import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'

const directory = process.argv[2]
if (directory === undefined) throw new Error('Name the directory to create.')

await mkdir(directory, { recursive: true, mode: 0o700 })
const pglite = await PGlite.create(directory)
await pglite.close()

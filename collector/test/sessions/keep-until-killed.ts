/**
 * A program: keeps the sessions of a data directory, unless `FAILPOINT` ends it before.
 * `node keep-until-killed.ts <data directory> <now> [finish | remake | rebuild | erase <hash>]`.
 */
import { armFailpoint } from '../../src/platform/failpoint.ts'
import { SessionStack } from './session-stack.ts'

const [directory = '', now = '', task, hash = ''] = process.argv.slice(2)
armFailpoint(process.env['FAILPOINT'] ?? '')
const stack = await SessionStack.of(directory, Number(now))
if (task === 'finish') await stack.keeper.finish()
if (task === 'remake') await stack.keeper.rebuildLate()
if (task === 'rebuild') await stack.keeper.rebuild()
if (task === 'erase') await stack.keeper.erase([hash])
await stack.close()

/**
 * A program: keeps the sessions of a ClickHouse, unless `FAILPOINT` ends it before.
 * `node keep-until-killed.ts <configuration> <now> [finish | remake | rebuild | erase <hash>]`.
 */
import { armFailpoint } from '../../src/platform/failpoint.ts'
import type { ClickHouseConfig } from '../../src/config/config.ts'
import { SessionStack } from './session-stack.ts'

const [config = '', now = '', task, hash = ''] = process.argv.slice(2)
armFailpoint(process.env['FAILPOINT'] ?? '')
const stack = await SessionStack.on(JSON.parse(config) as ClickHouseConfig, Number(now))
if (task === 'finish') await stack.keeper.finish()
if (task === 'remake') await stack.keeper.rebuildLate()
if (task === 'rebuild') await stack.keeper.rebuild()
if (task === 'erase') await stack.keeper.erase([hash])
await stack[Symbol.asyncDispose]()

/**
 * A program: keeps the sessions of a ClickHouse, unless `FAILPOINT` ends it before.
 * `node build-until-killed.ts <configuration> <now> [finish | rebuild-late | rebuild | erase <hash>]`.
 */
import { armFailpoint } from '../../src/platform/failpoint.ts'
import type { ClickHouseConfig } from '../../src/config/config.ts'
import { SessionStack } from './session-stack.ts'

const [config = '', now = '', task, hash = ''] = process.argv.slice(2)
armFailpoint(process.env['FAILPOINT'] ?? '')
const stack = await SessionStack.on(JSON.parse(config) as ClickHouseConfig, Number(now))
if (task === 'finish') await stack.builder.finish()
if (task === 'rebuild-late') await stack.builder.rebuildLate()
if (task === 'rebuild') await stack.builder.rebuild()
if (task === 'erase') await stack.builder.erase([hash])
await stack[Symbol.asyncDispose]()

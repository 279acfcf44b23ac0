import { runTool, takeNoArguments } from './process.ts'

/** Fixes that tools can make by themselves. */
await takeNoArguments()
await runTool('oxlint', ['--type-aware', '--fix', '.'])
await runTool('oxfmt', ['.'])

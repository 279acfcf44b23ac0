import { runTool, takeNoArguments } from './process.ts'

await takeNoArguments()
/** Fixes that tools can make by themselves. */
await runTool('oxlint', ['--type-aware', '--fix', '.'])
await runTool('oxfmt', ['.'])

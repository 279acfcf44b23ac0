import { runTool } from './process.ts'

/** Fixes that tools can make by themselves. */
await runTool('oxlint', ['--type-aware', '--fix', '.'])
await runTool('oxfmt', ['.'])

import { runTool } from './process.ts'

/** What tools can mend by themselves. */
await runTool('oxlint', ['--type-aware', '--fix', '.'])
await runTool('oxfmt', ['.'])

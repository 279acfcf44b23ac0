import { run, runTool, takeNoArguments } from './process.ts'

interface Check {
  readonly name: string
  /** A program of `node_modules/.bin` and its arguments, or a script of ours. */
  readonly command: readonly string[]
}

const CHECKS: readonly Check[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  { name: 'types: shared', command: ['tsc', '-p', 'shared'] },
  { name: 'types: collector', command: ['tsc', '-p', 'collector'] },
  { name: 'types: site', command: ['tsc', '-p', 'site'] },
  { name: 'types: dashboard', command: ['tsc', '-p', 'dashboard'] },
  { name: 'types: scripts and browser tests', command: ['tsc', '-p', '.'] },
  { name: 'unused code and packages', command: ['knip'] },
  {
    name: 'forbidden imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'shared', 'collector', 'site', 'dashboard'],
  },
  { name: 'paths and commands in documents', command: ['scripts/check-documents.ts'] },
]

interface CheckResult {
  readonly name: string
  readonly passed: boolean
}

/** Runs them one by one and shows what a failed one printed. */
export async function runChecks(): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const { name, command } of CHECKS) {
    const [program = '', ...args] = command
    const started = Date.now()
    const { code, output } = program.endsWith('.ts')
      ? await run(process.execPath, [program], { capture: true })
      : await runTool(program, args, { capture: true })
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) console.log(output)
    results.push({ name, passed: code === 0 })
  }
  return results
}

if (import.meta.main) {
  await takeNoArguments()
  const results = await runChecks()
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
}

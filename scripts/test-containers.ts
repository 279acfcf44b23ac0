import { z } from 'zod'
import { run, runTool } from './process.ts'
import { runTests, summary } from './run-tests.ts'

/** The tests on what production runs on, in containers. Where no engine runs they count as skipped. */
const CONFIG = ['--config', 'vitest.containers.config.ts']

const engine = await run('docker', ['info'], { capture: true }).catch(() => undefined)
if (engine?.code === 0) {
  const outcome = await runTests([...CONFIG, ...process.argv.slice(2)])
  console.log(summary(outcome))
  process.exitCode = outcome.failures.length === 0 ? 0 : 1
} else {
  const { output } = await runTool('vitest', ['list', '--json', ...CONFIG], { capture: true })
  const tests = z.array(z.object({ name: z.string() })).parse(JSON.parse(output.slice(output.indexOf('['))))
  console.log('No container engine runs here (docker info fails), so all of these tests are skipped.')
  console.log(summary({ passed: 0, failures: [], skipped: tests.length }))
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRunning } from '@half-measure/shared/testing/is-running.ts'
import { expect, it } from 'vitest'
import { ROOT, run } from './process.ts'

const PROCESS = import.meta.resolve('./process.ts')

it.each(['SIGTERM', 'SIGHUP'] as const)(
  'a script that gets %s ends what it runs, and then itself',
  async (signal) => {
    const idle = `console.log(process.pid); setInterval(() => {}, 1_000)`
    const script = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { run } from '${PROCESS}'
       await run(process.execPath, ['-e', ${JSON.stringify(idle)}])
       console.log('went on')`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const lines = createInterface(script.stdout)[Symbol.asyncIterator]()
    const pid = Number((await lines.next()).value)
    expect(isRunning(pid)).toBe(true)
    const ended = once(script, 'exit')
    script.kill(signal)
    expect(await ended).toEqual([1, null])
    expect(isRunning(pid)).toBe(false)
    expect((await lines.next()).done).toBe(true)
  },
)

it('a script that takes no arguments refuses any, and explains itself', async () => {
  const doctor = (...args: string[]) =>
    run(process.execPath, [join(ROOT, 'scripts/doctor.ts'), ...args], {
      capture: true,
      env: { npm_lifecycle_event: 'doctor' },
    })
  const output = 'Usage:\n  npm run doctor\n'
  expect(await doctor('--help')).toEqual({ code: 0, output })
  expect(await doctor('--all')).toEqual({ code: 1, output: `Unknown option '--all'.\n${output}` })
})

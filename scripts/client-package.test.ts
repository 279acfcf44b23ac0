import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT, run, runTool } from './process.ts'

it('the example of docs/api.md has types and runs in a project that has installed the client', async () => {
  const project = mkdtempSync(join(tmpdir(), 'client-package-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const installed = join(project, 'node_modules/@half-measure/client')
  mkdirSync(installed, { recursive: true })
  cpSync(join(ROOT, 'client/package.json'), join(installed, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules/zod'), join(project, 'node_modules/zod'))
  const built = await runTool('tsc', ['-p', join(ROOT, 'client'), '--outDir', join(installed, 'dist')], {
    capture: true,
  })
  expect(built).toEqual({ code: 0, output: '' })

  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/api.md'), 'utf8')) ?? []
  const file = join(project, 'example.mts')
  writeFileSync(
    file,
    `declare const process: { env: { TOKEN: string } }\n${example}console.log(page_views satisfies number)\n`,
  )
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    '',
  ]
  expect(await runTool('tsc', [...options, file], { capture: true })).toEqual({ code: 0, output: '' })

  const counts = { page_views: 7, unique_sessions: 2, click_events: 3, unique_element_types: 1 }
  const summary = { ...counts, conversions: 1, conversion_rate: 14.29, active_tests: 1 }
  const server = createServer((request, response) => {
    const isAllowed = request.headers.authorization === 'Bearer hm_secret'
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isAllowed ? summary : {}))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(file, readFileSync(file, 'utf8').replace('https://admin.example.org', origin))
  const { output } = await run(process.execPath, [file], { capture: true, env: { TOKEN: 'hm_secret' } })
  expect(output).toBe('7\n')
})

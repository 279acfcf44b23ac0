import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ROOT, run, runTool } from './process.ts'

const documentation = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')

/** Has installed the client. */
const project = mkdtempSync(join(tmpdir(), 'client-package-'))
const installed = join(project, 'node_modules/@half-measure/client')
afterAll(() => rmSync(project, { recursive: true }))
beforeAll(async () => {
  mkdirSync(installed, { recursive: true })
  cpSync(join(ROOT, 'client/package.json'), join(installed, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules/zod'), join(project, 'node_modules/zod'))
  const built = await runTool('tsc', ['-p', join(ROOT, 'client'), '--outDir', join(installed, 'dist')], {
    capture: true,
  })
  expect(built).toEqual({ code: 0, output: '' })
})

it('the example of docs/api.md has types and runs', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(documentation) ?? []
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

it('has a route for each endpoint of docs/api.md, in a module that its README lists', async () => {
  const names = readdirSync(join(installed, 'dist/routes'))
    .filter((name) => name.endsWith('.js') && name !== 'route.js')
    .map((name) => `@half-measure/client/routes/${name.replace('.js', '')}`)
  const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8')
  const listed = [...readme.matchAll(/`(@half-measure\/client\/routes\/.+?)`/g)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set(names))

  const file = join(project, 'routes.mjs')
  const modules = names.map((name) => `import(${JSON.stringify(name)})`)
  writeFileSync(
    file,
    `const modules = await Promise.all([${modules.join()}])
    console.log(JSON.stringify(modules.flatMap(Object.values).map(({ path }) => path)))`,
  )
  const { output } = await run(process.execPath, [file], { capture: true })
  const patterns = (JSON.parse(output) as string[]).map(
    (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  )
  const documented = [...documentation.matchAll(/^get "([^?"]+)/gm)].map(([, path]) => `/api/stats/${path}`)
  expect(documented.length).toBeGreaterThan(0)
  expect(documented.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([])
})

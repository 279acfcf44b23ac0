import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { demoOpensDashboard } from './demo-login.ts'

async function demoOf(status: number, demo = true): Promise<boolean> {
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return demoOpensDashboard(demo, { host: '127.0.0.1', dashboardPort: port })
}

it('the demonstration’s login is shown where the sign-in form is filled with it', async () => {
  expect(await demoOf(200)).toBe(true)
  expect(await demoOf(404)).toBe(false)
  expect(await demoOf(200, false)).toBe(false)
})

it('is not shown, and nothing ends, where the dashboard cannot be reached from here', async () => {
  expect(await demoOpensDashboard(true, { host: '127.0.0.1', dashboardPort: 1 })).toBe(false)
})

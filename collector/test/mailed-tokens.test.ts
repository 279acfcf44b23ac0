import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readOutbox } from '../src/email/testing/read-outbox.ts'
import { TestStack } from './test-stack.ts'

it('the token of a mailed link is in no database file', async () => {
  await using stack = await TestStack.open()
  const { dataDir, mail } = stack.context.config
  const email = 'ada@example.test'
  expect((await stack.post('/api/newsletter', { email, source: 'page' })).status).toBe(202)
  const links = async () => (await readOutbox(mail.outboxDir)).flatMap((delivered) => delivered.links)
  await expect.poll(links).not.toEqual([])
  const token = new URL((await links())[0] ?? '').searchParams.get('token') ?? ''
  expect(token).toHaveLength(43)

  // Closed, everything is on disk: tables, and the log of what was written and deleted.
  await stack.context.close()
  const files = await contentsOf(join(dataDir, 'postgres'))
  expect(files.some((content) => content.includes(email))).toBe(true)
  expect(files.some((content) => content.includes(token))).toBe(false)
})

async function contentsOf(directory: string): Promise<Buffer[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))))
}

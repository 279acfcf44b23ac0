import { join } from 'node:path'
import { expect } from 'vitest'
import { readOutbox } from '../../collector/src/email/testing/read-outbox.ts'
import type { Product } from './use-product.ts'

/** The link to `path` in a mail to `email`, once the mail is there. */
export async function mailedLink({ stack }: Product, path: string, email: string): Promise<string> {
  const links = async () =>
    (await readOutbox(join(stack.dataDir, 'outbox')))
      .filter((mail) => mail.headers.get('to') === email)
      .flatMap((mail) => mail.links.filter((link) => new URL(link).pathname === path))
  await expect.poll(links).not.toEqual([])
  const [link = ''] = await links()
  return link
}

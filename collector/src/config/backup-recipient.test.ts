import { expect, it } from 'vitest'
import { createKey } from '../operations/backup/encryption.ts'
import { readEnv } from './env.ts'

it('takes public keys of age, and no others', async () => {
  const { recipient } = await createKey()
  expect(readEnv({ BACKUP_RECIPIENT: recipient })).toMatchObject({ BACKUP_RECIPIENT: recipient })
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
  for (const wrong of [mistyped, recipient.slice(0, -4), `age1${'q'.repeat(58)}`, 'ssh-ed25519 AAAA'])
    expect(() => readEnv({ BACKUP_RECIPIENT: wrong })).toThrow(
      `  - BACKUP_RECIPIENT=${wrong}: an age public key, complete and without a mistake, which begins with age1`,
    )
})

import { expect, it } from 'vitest'
import { createKey } from '../operations/backup/encryption.ts'
import { OPERATIONS } from '../operations/operations.ts'
import { readEnv } from './env.ts'

const backup = OPERATIONS.find(({ name }) => name === 'backup')

it('takes public keys of age, and no others', async () => {
  const { recipient } = await createKey()
  expect(readEnv({ BACKUP_RECIPIENT: recipient })).toMatchObject({ BACKUP_RECIPIENT: recipient })
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
  for (const wrong of [mistyped, recipient.slice(0, -4), `age1${'q'.repeat(58)}`, 'ssh-ed25519 AAAA'])
    expect(() => readEnv({ BACKUP_RECIPIENT: wrong })).toThrow(
      `  - BACKUP_RECIPIENT=${wrong}: an age public key, complete and without a mistake, which begins with age1`,
    )
})

it('never shows a private key that is given for the public one, and says which is which', async () => {
  const { file } = await createKey()
  const key = file.split('\n')[1] ?? ''
  expect(key).toMatch(/^AGE-SECRET-KEY-/)
  const problem =
    'this is the private key; give the public one, which begins with age1, and keep this one off the server'
  for (const given of [key, key.toLowerCase(), file]) {
    expect(() => readEnv({ BACKUP_RECIPIENT: given })).toThrow(
      new RegExp(`start again:\\n {2}- BACKUP_RECIPIENT: ${problem}$`),
    )
    const { error } = backup?.options.safeParse({ file: 'x', recipient: given }) ?? {}
    expect(error?.issues).toMatchObject([{ path: ['recipient'], message: problem }])
  }
})

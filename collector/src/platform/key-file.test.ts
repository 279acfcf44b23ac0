import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { loadSecretKey } from './key-file.ts'

it('makes one key for collectors that share the folder and start together, for its owner’s eyes only', async () => {
  const directory = join(temporaryDirectory(), 'keys')
  const load = () => loadSecretKey(directory, 'some.key', 'nothing is lost')
  const keys = await Promise.all([load(), load(), load()])
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await load()).toEqual(keys[0])
  expect(readdirSync(directory)).toEqual(['some.key'])
  expect(statSync(join(directory, 'some.key')).mode & 0o777).toBe(0o600)
})

it('names a key file that is damaged, and what a new key would cost', async () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'some.key'), 'short')
  await expect(loadSecretKey(directory, 'some.key', 'links expire')).rejects.toThrow(
    /some\.key is damaged.*links expire/,
  )
})

import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const ours = { ADMIN_PASSWORD: 'a password of our own', CLICKHOUSE_URL: 'http://clickhouse:8123' }

it.each([
  ['CLICKHOUSE_URL', 'http://app:hunter2%@clickhouse:8123'],
  ['DATABASE_URL', 'postgres://app:100%hunter2@db/app'],
  ['CLICKHOUSE_READER_URL', 'http://us%er:hunter2@clickhouse:8123'],
])('%s takes a percent sign in the user or password only encoded', (name, value) => {
  expect(() => readEnv({ ...ours, [name]: value })).toThrow(
    new RegExp(`\n  - ${name}: an address with each % in the user and the password written as %25$`),
  )
  expect(readEnv({ ...ours, [name]: value.replace('%', '%25') })).toHaveProperty(name)
})

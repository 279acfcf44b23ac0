import { describe, expect, it } from 'vitest'
import { parseCidrs } from './addresses.ts'
import { toConfig } from './config.ts'
import { readEnv } from './env.ts'

const messageOf = (source: Record<string, string>): string => {
  try {
    toConfig(readEnv(source))
  } catch (error) {
    return String(error)
  }
  return ''
}

describe('secrets', () => {
  it.each([
    ['ADMIN_PASSWORD', 'hunter2', 'hunter2'],
    ['DATABASE_URL', 'postgre://app:hunter2@db/app', 'hunter2'],
    ['CLICKHOUSE_URL', 'tcp://writer:hunter2@clickhouse:9000', 'hunter2'],
    ['ALERT_SLACK_URL', 'hooks.slack.test/services/hunter2', 'hunter2'],
    ['ALERT_WEBHOOK_URL', 'https://bot:hunter2@chat.test/hook', 'hunter2'],
  ])('%s: the message names the variable, not the secret in it', (name, value, secret) => {
    expect(messageOf({ [name]: value })).toContain(name)
    expect(messageOf({ [name]: value })).not.toContain(secret)
  })
})

describe('TRUSTED_PROXIES', () => {
  it.each([['10.0.0.0/'], ['10.0.0.0/8/9'], ['10.0.0.0/0x8'], ['10.0.0.0/ ']])(
    'refuses %j: a slip of the pen must not trust everybody',
    (part) => {
      expect(typeof parseCidrs(part)).toBe('string')
    },
  )
})

it('one message names every problem: those of single values and those of their combination', () => {
  const message = messageOf({ HOST: '0.0.0.0', LOG_LEVEL: 'loud' })
  expect(message).toContain('LOG_LEVEL')
  expect(message).toContain('ADMIN_PASSWORD')
})

it('the default origin of port 80 is what a browser sends', () => {
  const config = toConfig(readEnv({ PORT: '80', HOST: '0.0.0.0', ADMIN_PASSWORD: 'a password of our own' }))
  expect(config.origins.site).toBe('http://localhost')
})

it('names a variable with one problem once', () => {
  expect(messageOf({ SITE_ORIGIN: 'me' }).match(/SITE_ORIGIN/g)).toHaveLength(1)
})

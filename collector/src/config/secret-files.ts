import { readFileSync } from 'node:fs'

/** Each may come as `NAME_FILE`: the path of a file with the value, which is how container engines hand over secrets. */
const SECRETS = [
  'ADMIN_PASSWORD',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_WRITER_URL',
  'CLICKHOUSE_READER_URL',
  'CLICKHOUSE_VIEWER_URL',
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'SMTP_URL',
  'ALERT_WEBHOOK_URL',
  'ALERT_SLACK_URL',
  'OIDC_CLIENT_SECRET',
] as const

type Environment = Readonly<Record<string, string>>

/** The environment with the contents of secret files, and what is wrong with them. */
export function readSecretFiles(env: Environment): { values: Environment; problems: string[] } {
  const values = { ...env }
  const problems: string[] = []
  for (const name of SECRETS) {
    const variable = `${name}_FILE`
    const path = env[variable]
    if (path === undefined) continue
    if (env[name] !== undefined) {
      problems.push(`${variable}: ${name} is set as well; set one of them`)
      continue
    }
    try {
      values[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      problems.push(`${variable}=${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { values, problems }
}

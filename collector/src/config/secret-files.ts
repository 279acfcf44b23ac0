import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string>>

/**
 * The environment with the contents of secret files, and any problems with them.
 *
 * @param secrets each may come as `NAME_FILE`: the path of a file with the value, which is how container engines hand
 * over secrets.
 */
export function readSecretFiles(
  env: Environment,
  secrets: readonly string[],
): { values: Environment; problems: string[] } {
  const values = { ...env }
  const problems: string[] = []
  for (const name of secrets) {
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

let armed: { name: string; hits: number } | undefined

/**
 * Tests only: makes this process die, as if by kill -9, at the `hits`-th passage of a named point.
 * `FAILPOINT=loader.before-cursor:3`.
 */
export function armFailpoint(spec: string): void {
  const [name = '', hits = '1'] = spec.split(':')
  armed = { name, hits: Number(hits) }
}

/** A place between two steps at which a crash must lose and double nothing. Free when nothing is armed. */
export function failpoint(name: string): void {
  if (armed?.name === name && --armed.hits === 0) process.kill(process.pid, 'SIGKILL')
}

let armed: { name: string; hits: number; signal: NodeJS.Signals } | undefined

/**
 * Tests only: has this process die as if by kill -9, or get another signal, at the `hits`-th passage of a named point.
 * `FAILPOINT=loader.before-cursor:3`, `FAILPOINT=erasure.recorded:1:SIGSTOP`.
 */
export function armFailpoint(spec: string): void {
  const [name = '', hits = '1', signal = 'SIGKILL'] = spec.split(':')
  armed = { name, hits: Number(hits), signal: signal as NodeJS.Signals }
}

/** A place between two steps at which a crash must lose and double nothing. Free when nothing is armed. */
export function failpoint(name: string): void {
  if (armed?.name === name && --armed.hits === 0) process.kill(process.pid, armed.signal)
}

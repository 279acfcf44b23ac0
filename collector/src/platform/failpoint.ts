let armed: { name: string; hits: number; signal: NodeJS.Signals } | undefined

/**
 * Tests only: kills this process, or sends it another signal, when it passes a named point for the `hits`-th time.
 * `FAILPOINT=loader.before-cursor:3`, `FAILPOINT=erasure.recorded:1:SIGSTOP`.
 */
export function armFailpoint(spec: string): void {
  const [name = '', hits = '1', signal = 'SIGKILL'] = spec.split(':')
  armed = { name, hits: Number(hits), signal: signal as NodeJS.Signals }
}

/** A point between two steps where a crash must neither lose nor double anything. Free unless armed. */
export function failpoint(name: string): void {
  if (armed?.name === name && --armed.hits === 0) process.kill(process.pid, armed.signal)
}

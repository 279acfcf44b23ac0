/**
 * The variables that a child process inherits from a test: where programs are, what Node made of their files at an
 * earlier start, and what time it is.
 */
export function childEnv(): Record<string, string> {
  const names = ['PATH', 'TZ', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_CLOCK_OFFSET', 'TMPDIR']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

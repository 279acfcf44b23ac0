/** Named, because the running stack does the work of commands that others type. Windows has no ids. */
const user = process.geteuid ? `user ${process.geteuid()}` : 'this user'

const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  EEXIST: 'exists. Nothing was written; name another file.',
  EACCES: `is not accessible to ${user}. Change its permissions, or run this as the user that owns it.`,
  EISDIR: 'is a folder; name a file.',
  ENOTDIR: 'is below a file, not in a folder.',
}

/** An error for a person: the system's codes about files become words. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  const words = OF_FILES[code]
  return path === undefined || words === undefined ? error.message : `${path} ${words}`
}

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * A password typed at a terminal, where it is not shown, or the first line of piped input. Never an argument:
 * arguments are in the shell's history and in every process list.
 *
 * @throws if there is none.
 */
export async function readPassword(
  input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin,
  prompt: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  const isTyped = input.isTTY === true
  if (isTyped) prompt.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: isTyped })
  let password = ''
  try {
    for await (const line of lines) {
      password = line
      break
    }
  } finally {
    lines.close()
    if (isTyped) prompt.write('\n')
  }
  if (password === '') throw new Error('There is no password. Type it at the prompt, or pipe it in: … < file')
  return password
}

import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readPassword } from './read-password.ts'

function terminal() {
  const shown: string[] = []
  const prompt = new PassThrough().on('data', (chunk: Buffer) => shown.push(chunk.toString()))
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  return { input, prompt, shown: () => shown.join('') }
}

describe('readPassword', () => {
  it('takes the first line of what is piped in', async () => {
    expect(await readPassword(Readable.from(['correct horse battery\nrest\n']))).toBe('correct horse battery')
    expect(await readPassword(Readable.from(['without an end of line']))).toBe('without an end of line')
  })

  it('prompts at a terminal, and does not show what is typed', async () => {
    const { input, prompt, shown } = terminal()
    const reading = readPassword(input, prompt)
    input.write('correct horse battery\r')
    expect(await reading).toBe('correct horse battery')
    expect(shown()).toBe('Password: \n')
  })

  it.each(['', '\n'])('refuses to go on without one: %j', async (text) => {
    await expect(readPassword(Readable.from([text]))).rejects.toThrow('There is no password')
  })
})

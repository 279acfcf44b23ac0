import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CommandLine, progressLines, runCommandLine } from './command-line.ts'

const COMMANDS = [
  'delivery',
  'backup <file> [--recipient <public key> | --unencrypted]',
  'export <folder> --from <day> --to <day>',
  'erase (--session <session id> | --email <address>)',
  'capacity [--bench <file>]…',
  'admin list',
  'admin create --email <address>',
].map((usage) => ({ usage }))

const PROGRAM = process.argv[1] ?? ''

let printed: string[]
let complaints: string[]

beforeEach(() => {
  printed = []
  complaints = []
  process.exitCode = 0
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void complaints.push(text))
  vi.stubEnv('npm_lifecycle_event', undefined)
  process.argv[1] = 'bin/operate.ts'
})
afterEach(() => {
  process.exitCode = 0
  process.argv[1] = PROGRAM
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** What a command would run with; undefined if it is not run. */
async function lineOf(text: string): Promise<CommandLine | undefined> {
  let found: CommandLine | undefined
  await runCommandLine(COMMANDS, text.split(' ').filter(Boolean), async (line) => void (found = line))
  return found
}

describe('a command line', () => {
  it('has the words and options of its usage', async () => {
    expect(await lineOf('backup a.tar --unencrypted')).toMatchObject({
      words: ['a.tar'],
      options: [['unencrypted', 'true']],
    })
    expect(await lineOf('export out --from=1 --to 2')).toMatchObject({
      words: ['out'],
      options: [
        ['from', '1'],
        ['to', '2'],
      ],
    })
    expect((await lineOf('capacity --bench a --bench b'))?.options.map(([, file]) => file)).toEqual([
      'a',
      'b',
    ])
    expect(await lineOf('admin list')).toMatchObject({ command: { usage: 'admin list' } })
    expect(await lineOf('erase')).toMatchObject({ options: [] })
    expect(complaints).toEqual([])
    expect(process.exitCode).toBe(0)
  })

  it.each([
    ['backup', '<file> is missing.', 'backup <file> [--recipient <public key> | --unencrypted]'],
    ['backup a b', "Unexpected word 'b'.", 'backup <file> [--recipient <public key> | --unencrypted]'],
    ['export out --from 1', '--to is missing.', 'export <folder> --from <day> --to <day>'],
    ['delivery --dedup', "Unknown option '--dedup'.", 'delivery'],
    ['delivery --format csv', "Unknown option '--format'.", 'delivery'],
    ['admin create --email a --email b', '--email is given twice.', 'admin create --email <address>'],
    ['admin create --email', "Option '--email <value>' argument missing.", 'admin create --email <address>'],
  ])('with a mistake gets one sentence and its usage: %s', async (text, sentence, usage) => {
    expect(await lineOf(text)).toBeUndefined()
    expect(complaints).toEqual([`${sentence}\nUsage:\n  node bin/operate.ts ${usage}`])
    expect(process.exitCode).toBe(1)
  })

  it('that names no command gets the usages of the same first word, or else all', async () => {
    await lineOf('admin lst')
    await lineOf('dance now')
    await lineOf('')
    const admin = COMMANDS.filter(({ usage }) => usage.startsWith('admin'))
    const list = (commands: typeof COMMANDS) =>
      ['Usage:', ...commands.map(({ usage }) => `  node bin/operate.ts ${usage}`)].join('\n')
    expect(complaints).toEqual([
      `There is no command 'admin lst'.\n${list(admin)}`,
      `There is no command 'dance'.\n${list(COMMANDS)}`,
      `Name a command.\n${list(COMMANDS)}`,
    ])
  })

  it('with --help prints the usage, as npm or as the program alone takes it', async () => {
    await lineOf('admin create --help')
    vi.stubEnv('npm_lifecycle_event', 'admin')
    await lineOf('admin -h')
    vi.stubEnv('npm_lifecycle_event', undefined)
    process.argv[1] = 'bin/backup.ts'
    await lineOf('backup --help')
    expect(printed).toEqual([
      'Usage:\n  node bin/operate.ts admin create --email <address>',
      'Usage:\n  npm run admin -- list\n  npm run admin -- create --email <address>',
      'Usage:\n  node bin/backup.ts <file> [--recipient <public key> | --unencrypted]',
    ])
    expect(complaints).toEqual([])
    expect(process.exitCode).toBe(0)
  })
})

it('progress is shown where it changes', () => {
  const progress = progressLines()
  for (const line of ['0 rows', '10 rows', '10 rows', '20 rows']) progress(line)
  expect(complaints).toEqual(['0 rows', '10 rows', '20 rows'])
})

describe('an error of a command', () => {
  it('is printed without its stack, and words instead of the codes of files', async () => {
    const fail = (error: Error) =>
      runCommandLine(COMMANDS, ['delivery'], async () => {
        throw error
      })
    await fail(new Error('Gave up.'))
    await fail(
      Object.assign(new Error("ENOENT: no such file or directory, open 'x'"), { code: 'ENOENT', path: 'x' }),
    )
    expect(complaints).toEqual(['Gave up.', 'x does not exist.'])
    expect(process.exitCode).toBe(1)
  })
})

import { basename, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { errorSentence } from './error-sentence.ts'

type Command = { readonly usage: string }

/** What a command line says. */
export interface CommandLine<C extends Command = Command> {
  readonly command: C
  /** In the order of the usage. */
  readonly words: readonly string[]
  /** Those without a value are `true`. */
  readonly options: readonly (readonly [name: string, value: string])[]
}

/** Mistakes in a command line, and the commands that may have been meant. */
export class UsageError extends Error {
  override name = 'UsageError'

  constructor(problems: readonly string[], commands: readonly Command[]) {
    super([...problems, usageText(commands)].join('\n'))
  }
}

/**
 * Runs the command that the arguments name, or prints its usage for `--help`. Errors are printed without their stack, a
 * mistake in the arguments with the usage; the exit status is then 1.
 *
 * @param commands with usages as in `backup <file> [--recipient <public key> | --unencrypted]`: name, words and options.
 * What is in brackets may be left out, one of what is in parentheses is needed, and `…` follows what may be repeated.
 */
export async function runCommandLine<C extends Command>(
  commands: readonly C[],
  args: readonly string[],
  run: (line: CommandLine<C>) => Promise<void>,
): Promise<void> {
  try {
    if (args.some((arg) => ['--help', '-h'].includes(arg)))
      console.log(usageText(commandsFor(commands, args)))
    else await run(parseCommandLine(commands, args))
  } catch (error) {
    console.error(errorSentence(error))
    process.exitCode = 1
  }
}

/** Shows lines of progress on the error output, those that repeat the last one only once. */
export function progressLines(): (line: string) => void {
  let last: string | undefined
  return (line) => {
    if (line !== last) console.error(line)
    last = line
  }
}

/** The words that name a command: `admin create`. */
export function commandOf(usage: string): string[] {
  const words = usage.split(' ')
  const end = words.findIndex((word) => !/^\w/.test(word))
  return end < 0 ? words : words.slice(0, end)
}

/** The named command, or else those that begin with the same word, or else all. */
function commandsFor<C extends Command>(commands: readonly C[], args: readonly string[]): readonly C[] {
  const named = commands.filter((command) => isNamed(command, args))
  const family = commands.filter(({ usage }) => commandOf(usage)[0] === args[0])
  return [named, family].find(({ length }) => length > 0) ?? commands
}

function isNamed({ usage }: Command, args: readonly string[]): boolean {
  return commandOf(usage).every((word, i) => args[i] === word)
}

function parseCommandLine<C extends Command>(commands: readonly C[], args: readonly string[]) {
  const candidates = commandsFor(commands, args)
  const refuse = (problem: string) => new UsageError([problem], candidates)
  const command = candidates.find((candidate) => isNamed(candidate, args))
  if (command === undefined) {
    const name = args.slice(0, candidates === commands ? 1 : 2).join(' ')
    throw refuse(name === '' ? 'Name a command.' : `There is no command '${name}'.`)
  }
  const terms = termsOf(command.usage)
  const { words, options } = parseTerms(args.slice(commandOf(command.usage).length), terms, refuse)
  const expected = terms.filter(({ type }) => type === undefined)
  const unexpected = words[expected.length]
  if (unexpected !== undefined) throw refuse(`Unexpected word '${unexpected}'.`)
  const given = [
    ...expected.slice(0, words.length).map(({ text }) => text),
    ...options.map(([name]) => `--${name}`),
  ]
  for (const { text, isRequired, isRepeatable } of terms) {
    const times = given.filter((one) => one === text).length
    if (isRequired && times === 0) throw refuse(`${text} is missing.`)
    if (!isRepeatable && times > 1) throw refuse(`${text} is given twice.`)
  }
  return { command, words, options }
}

/** The words, which have no type, and the options that a usage names. */
function termsOf(usage: string) {
  return [...usage.matchAll(/--([\w-]+)( <[^>]+>| \d+)?|<[^>]+>/g)].map(
    ({ 0: text, 1: name, 2: value, index }) => ({
      text: name === undefined ? text : `--${name}`,
      name,
      type: name === undefined ? undefined : value === undefined ? ('boolean' as const) : ('string' as const),
      isRequired: !/[[(][^\])]*$/.test(usage.slice(0, index)),
      isRepeatable: usage.startsWith(']…', index + text.length),
    }),
  )
}

function parseTerms(
  args: readonly string[],
  terms: ReturnType<typeof termsOf>,
  refuse: (problem: string) => Error,
): Pick<CommandLine, 'words' | 'options'> {
  const types = terms.flatMap(({ name, type }) =>
    name && type ? [[name, { type, multiple: true }] as const] : [],
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(types),
    })
    const options = Object.entries(values).flatMap(([name, given]) =>
      [given].flat().map((value) => [name, String(value)] as const),
    )
    return { words: positionals, options }
  } catch (error) {
    // What follows is advice for programs that take words with a dash.
    throw refuse(`${(error as Error).message.split(/\.\s/)[0]}.`)
  }
}

/** As they are typed here: in a container there is no npm. */
function usageText(commands: readonly Command[]): string {
  const program = relative(process.cwd(), process.argv[1] ?? '')
  const asTyped = ({ usage }: Command) => {
    const [first = '', ...rest] = usage.split(' ')
    if (process.env['npm_lifecycle_event'] === first)
      return ['npm run', first, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ')
    return ['node', program, ...(basename(program, '.ts') === first ? [] : [first]), ...rest].join(' ')
  }
  return ['Usage:', ...commands.map((command) => `  ${asTyped(command)}`)].join('\n')
}

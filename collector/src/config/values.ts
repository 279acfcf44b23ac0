/** How single values of the environment are written. */
import { z } from 'zod'
import { credentialsDecode, isLoopback } from './addresses.ts'

/** Whatever is wrong with the value, the message has the bounds. @param what as in "a number of hours". */
export function numberOf(what: string, min: number, max: number) {
  const error = `${what} from ${min} to ${max}`
  return z.coerce.number(error).min(min, error).max(max, error)
}

export function wholeNumberOf(what: string, min: number, max = Number.MAX_SAFE_INTEGER) {
  const error = max === Number.MAX_SAFE_INTEGER ? `${what}, at least ${min}` : `${what} from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}

export const port = wholeNumberOf('a port number', 1, 65_535)
const DECODES = 'an address with each % in the user and the password written as %25'
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .refine(credentialsDecode, DECODES)
/** `fetch` refuses addresses with credentials. */
export const webhookUrl = httpUrl.refine((value) => URL.canParse(value) && new URL(value).username === '', {
  error: 'an http or https address without user and password; put a secret in the path or the query',
})
export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' })
  .refine(credentialsDecode, DECODES)
/**
 * As browsers send it. Excludes hosts with characters that have a meaning in headers, because origins end up in headers.
 * `infra/setup` accepts no other.
 */
const ORIGIN = /^https?:\/\/(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?$/
const originOf = (value: unknown) => URL.parse(String(value))?.origin ?? ''
const isOrigin = (value: string) => ORIGIN.test(value) && originOf(value) === value
export const origin = z.string().refine(isOrigin, {
  error: ({ input }) => {
    const meant = originOf(input)
    const example = isOrigin(meant) ? meant : 'https://example.org or http://localhost:8080'
    return `an origin as browsers write it, in lower case, without a path and the usual port, such as ${example}`
  },
})
const isSecure = (value: string) =>
  URL.canParse(value) && (value.startsWith('https:') || isLoopback(new URL(value).hostname))
export const secureUrl = z
  .url({ protocol: /^https?$/, error: 'an https address' })
  .refine(isSecure, 'https, or http on loopback')
export const flag = z.enum(['true', 'false'], 'true or false').transform((value) => value === 'true')
/** Separated by commas. */
export const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))

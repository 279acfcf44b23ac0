import { z } from 'zod'

const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`
/** What browsers take in a form, with a domain that has a dot, and without the dots that mail servers refuse. */
const ADDRESS = new RegExp(
  String.raw`^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^\x60{|}~-]{1,64}@(?:${LABEL}\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$`,
)

/**
 * An email address in the form in which it is stored and compared: trimmed, in lower case, and an international domain
 * as mail servers spell it (`xn--…`).
 */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .transform(withAsciiDomain)
  .pipe(z.string().max(254).regex(ADDRESS, 'an email address'))

/** An address in lower case, or its domain alone, with the domain as mail servers spell it. */
export function withAsciiDomain(address: string): string {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  // Letters, marks, digits, dots and hyphens: everything else of a URL would end the domain.
  const isInternational = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^a-z\d.-]/.test(domain)
  if (!isInternational || !URL.canParse(`http://${domain}`)) return address
  return address.slice(0, start) + new URL(`http://${domain}`).hostname
}

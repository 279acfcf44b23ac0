import { describe, expect, it } from 'vitest'
import { ContactForm } from './contact.ts'

const form = { name: 'Ada', email: 'ada@b.test', subject: 'A pint', message: 'Read it twice.' }

describe('the contact form', () => {
  it('requires all four fields', () => {
    expect(ContactForm.parse(form)).toEqual(form)
    for (const field of Object.keys(form)) {
      for (const value of [undefined, '', '  \n ', 5, null, ['x']]) {
        expect(ContactForm.safeParse({ ...form, [field]: value }).success, `${field}: ${String(value)}`).toBe(
          false,
        )
      }
    }
  })

  it('counts line ends as people do, and browsers do not', () => {
    const message = `${'x'.repeat(2_499)}\r\n${'y'.repeat(2_500)}`
    expect(ContactForm.parse({ ...form, message }).message).toBe(message.replace('\r\n', '\n'))
    expect(ContactForm.safeParse({ ...form, message: `${message}z` }).success).toBe(false)
  })

  it('lets no line end, and nothing that a database refuses, into a line', () => {
    const parsed = ContactForm.parse({
      ...form,
      name: 'Ada\r\nBcc: x@y.test',
      subject: 'a\0b',
      message: 'lone \uD800 half, nul \0',
    })
    expect(parsed.name).toBe('Ada Bcc: x@y.test')
    expect(parsed.subject).toBe('a\uFFFDb')
    expect(parsed.message).toBe('lone \uFFFD half, nul \uFFFD')
  })

  it('does not refuse a message for a time that makes no sense', () => {
    expect(ContactForm.parse({ ...form, elapsed_ms: '4200' }).elapsed_ms).toBe(4200)
    expect(ContactForm.parse({ ...form, elapsed_ms: 'soon' }).elapsed_ms).toBeUndefined()
    expect(ContactForm.parse({ ...form, elapsed_ms: -1 }).elapsed_ms).toBeUndefined()
  })
})

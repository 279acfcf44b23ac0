import { describe, expect, it } from 'vitest'
import { renderEmail } from './email.ts'
import { button, type EmailContent, link, paragraph } from './email-content.ts'

const content: EmailContent = {
  subject: 'Please confirm',
  preview: 'One click',
  title: 'Is this you?',
  blocks: [
    paragraph(
      'A sentence that goes on for rather longer than a terminal is wide, so that it has to be folded somewhere.',
    ),
    button('Yes, it is', 'https://halfmeasure.test/x?a=1&b=2'),
    { kind: 'quote', text: 'first line\n\nsecond <b>line</b>' },
    { kind: 'fields', rows: [['From', 'Ada "A" <ada@b.test>']] },
  ],
  closing: [paragraph('You get this because you asked.'), link('End it', 'https://halfmeasure.test/end')],
}
const { subject, html, text } = renderEmail(content, { kind: 'newsletter-confirm', to: 'a@b.test' })

describe('an email', () => {
  it('becomes plain text with every address in full, folded at 72 characters', () => {
    expect(subject).toBe('Please confirm')
    expect(text).toBe(
      `HALF MEASURE

Is this you?

A sentence that goes on for rather longer than a terminal is wide, so
that it has to be folded somewhere.

Yes, it is:
https://halfmeasure.test/x?a=1&b=2

> first line
>
> second <b>line</b>

From: Ada "A" <ada@b.test>

--

You get this because you asked.

End it:
https://halfmeasure.test/end
`,
    )
  })

  it('becomes HTML that shows markup instead of obeying it', () => {
    expect(html).toContain('second &lt;b&gt;line&lt;/b&gt;')
    expect(html).toContain('Ada &quot;A&quot; &lt;ada@b.test&gt;')
    expect(html).toContain('href="https://halfmeasure.test/x?a=1&amp;b=2"')
    expect(html).toContain('first line<br><br>second')
  })

  it('loads nothing remote', () => {
    expect(html).not.toMatch(/<img|<script|<link|src=|@import|url\(/)
  })
})

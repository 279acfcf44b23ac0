/** A mail taken apart, for looking at what a reader gets. */
export interface ReadMail {
  /** Unfolded, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Every address that the HTML part links to, in order. */
  readonly links: readonly string[]
}

/** Reads a `multipart/alternative` of plain text and HTML, as RFC 5322 and RFC 2045 write it. */
export function readEml(source: string): ReadMail {
  const { headers, body } = split(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) throw new Error('the mail has one part only')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replaceAll(/^\r?\n|\r?\n$/g, '')))
  const partOf = (type: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    if (!part) throw new Error(`the mail has no ${type} part`)
    return decode(part.body, part.headers.get('content-transfer-encoding') ?? '7bit').replaceAll('\r\n', '\n')
  }
  const html = partOf('text/html')
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: partOf('text/plain'),
    html,
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  }
}

function split(part: string): { headers: Map<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(part)
  const head = part.slice(0, end?.index).replaceAll(/\r?\n[ \t]+/g, ' ')
  const headers = head.split(/\r?\n/).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), body: end ? part.slice(end.index + end[0].length) : '' }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  return bytesOf(body.replaceAll(/=\r?\n/g, ''))
}

/** `=?UTF-8?Q?…?=` and its base64 form. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString()
        : bytesOf(content.replaceAll('_', ' ')),
    )
}

function bytesOf(quoted: string): string {
  return Buffer.from(
    quoted.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}

/** One event of a stream of server-sent events. */
export interface ServerEvent {
  /** `message` where the server gives no name. */
  name: string
  data: string
}

/**
 * The events of a stream, as they come. `null` is a sign of life without an event: a comment, which servers send so
 * that nobody takes silence for an end.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | null> {
  let name = ''
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n') }
      name = ''
      data = []
      continue
    }
    if (line.startsWith(':')) {
      yield null
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
}

/** Lines may end with LF or CRLF; what is not ended is not over yet. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
    }
  } finally {
    // Whoever stops listening lets go of the connection.
    await reader.cancel().catch(() => {})
  }
}

import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { type ControlLine, controlSocketPath } from './control-server.ts'

const CLOSED = 'The running stack closed the connection.'

/**
 * Runs an operation in the running stack. Undefined if none is running.
 *
 * @throws with the stack's own message if the operation failed.
 */
export function callRunningStack(
  dataDir: string,
  operation: string,
  options: Record<string, unknown>,
  progress: (line: string) => void,
): Promise<{ result: unknown } | undefined> {
  return new Promise((resolve, reject) => {
    const socketPath = controlSocketPath(dataDir)
    const call = request({ socketPath, path: `/${operation}`, method: 'POST' }, (response) => {
      let last: ControlLine | undefined
      const lines = createInterface({ input: response })
      // The stack died during the operation.
      lines.on('error', () => lines.close())
      lines.on('line', (text) => {
        last = JSON.parse(text) as ControlLine
        if ('progress' in last) progress(last.progress)
      })
      lines.on('close', () => {
        if (last && 'result' in last) resolve({ result: last.result })
        else reject(new Error(last && 'error' in last ? last.error : CLOSED))
      })
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else if (error.code === 'ECONNRESET') reject(new Error(CLOSED, { cause: error }))
      else reject(Object.assign(error, { path: socketPath }))
    })
    call.end(JSON.stringify(options))
  })
}

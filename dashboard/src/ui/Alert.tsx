import type { ReactNode } from 'react'

/** Read out at once when it is a danger. */
export function Alert({ tone, children }: { tone: 'danger' | 'notice'; children: ReactNode }) {
  return (
    <div className="alert" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** How a change on the server is going. */
export interface Change {
  readonly running: boolean
  readonly failure: string | null
}

/** The failure of the first change that failed; nothing while one is running. */
export function ChangeFailed({ of }: { of: readonly Change[] }) {
  const failed = of.find(({ failure }) => failure !== null)
  if (!failed || of.some(({ running }) => running)) return null
  return <Alert tone="danger">{failed.failure}</Alert>
}

/** Problems with the address, which the page has replaced by defaults. */
export function Problems({ problems }: { problems: readonly string[] }) {
  return problems.length === 0 ? null : <Alert tone="notice">{problems.join(' ')}</Alert>
}

import type { ReactNode } from 'react'

interface EmptyProps {
  children: ReactNode
}

/** Said where a list would be: the server answered, and there is nothing. */
export function Empty({ children }: EmptyProps) {
  return <p className="empty">{children}</p>
}

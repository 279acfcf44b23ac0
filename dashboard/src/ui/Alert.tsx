import type { ReactNode } from 'react'

interface AlertProps {
  tone: 'danger' | 'notice'
  children: ReactNode
}

/** Something the person has to know now; read out at once when it is a danger. */
export function Alert({ tone, children }: AlertProps) {
  return (
    <div className="alert" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

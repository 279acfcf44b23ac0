import type { MadeStatsKey } from '@half-measure/shared/sharing/stats-key.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'

interface MadeKeyProps {
  made: MadeStatsKey
}

/** A new secret, shown this once. */
export function MadeKey({ made: { key, secret } }: MadeKeyProps) {
  const [copied, setCopied] = useState(false)
  // Behind the hash it is never sent to a server, nor written into a log.
  const text = key.kind === 'link' ? `${location.origin}${paths.share()}#${secret}` : secret
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Alert tone="notice">
      <p>
        {key.kind === 'link' ? 'The link' : 'The token'} “{key.name}”. Keep it now: it is shown this once.
      </p>
      <p>
        <code className="made-key">{text}</code>
      </p>
      <button type="button" className="button" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </Alert>
  )
}

import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { CreatedApiToken } from '@half-measure/shared/sharing/api-token.ts'
import { useState } from 'react'
import { href, paths } from '../../paths.ts'
import { addDays, dayAt } from '../../time/day.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SCOPES } from './token-scopes.ts'

/** Shown only once. */
export function CreatedToken({ created: { token, secret } }: { created: CreatedApiToken }) {
  const [isCopied, setIsCopied] = useState(false)
  const isLink = token.kind === 'link'
  // Behind the hash it is never sent to a server nor logged.
  const text = isLink
    ? `${location.origin}${href(paths.share, new URLSearchParams(token.view))}#${secret}`
    : secret
  return (
    <Alert tone="notice">
      <p>
        {isLink ? 'The link' : 'The token'} “{token.name}”. Copy it now: it is not shown again.
      </p>
      <p>
        <code className="secret">{text}</code>
      </p>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      {!isLink && (
        <>
          <p>To try it in a terminal, for the last seven days:</p>
          {SCOPES.filter(({ scope }) => token.scopes.includes(scope)).map(({ scope, example, path }) => (
            <p key={scope}>
              {example}:
              <code className="command">{curlCommand(secret, path, new Date(token.created_at))}</code>
            </p>
          ))}
        </>
      )}
    </Alert>
  )
}

/** Whole hours, the finest that tokens may read. */
function curlCommand(token: string, pathOf: (typeof SCOPES)[number]['path'], now: Date): string {
  const to = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
  const instant = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
  const path = pathOf(
    `from=${instant(to - 7 * 24 * HOUR_MS)}&to=${instant(to)}`,
    addDays(dayAt(now, 'UTC'), -1),
  )
  return `curl -H "Authorization: Bearer ${token}" "${location.origin}/api/stats/${path}"`
}

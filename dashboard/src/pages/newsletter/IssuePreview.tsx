import type { Issue } from '@half-measure/shared/audience/issue.ts'
import { useState } from 'react'
import { Panel, SmallTabs } from '../../ui/Panel.tsx'

const PARTS = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const

/** The email as subscribers get it, in both parts. Give it another key for another version: its URL expires. */
export function IssuePreview({ preview }: Pick<Issue, 'preview'>) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  const [{ html_url, text }] = useState(preview)
  return (
    <Panel
      title="Preview"
      tools={<SmallTabs label="Part of the email" value={part} options={PARTS} onChange={setPart} />}
    >
      {/* It stays: its URL would have expired when it is shown again. */}
      <iframe
        className="preview"
        title="The email"
        src={html_url}
        sandbox="allow-popups"
        hidden={part !== 'html'}
      />
      {part === 'text' && (
        // Longer than its window: it has to be reached by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="preview" tabIndex={0} aria-label="The email as plain text">
          {text}
        </pre>
      )}
    </Panel>
  )
}

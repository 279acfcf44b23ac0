import type { Edition } from '@half-measure/shared/people/edition.ts'
import { useState } from 'react'
import { Panel } from '../ui/Panel.tsx'

interface EditionPreviewProps {
  letter: Edition['letter']
}

const PARTS = [
  { part: 'html', label: 'HTML' },
  { part: 'text', label: 'Plain text' },
] as const

/**
 * The letter as readers get it, in both its parts. Give it another key for another version: its address is good for
 * the time of one fetch.
 */
export function EditionPreview({ letter }: EditionPreviewProps) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  const [{ html_url, text }] = useState(letter)
  return (
    <Panel title="Letter" note="As readers will see it">
      <fieldset className="choice">
        <legend className="visually-hidden">Part of the letter</legend>
        {PARTS.map((option) => (
          <button
            key={option.part}
            type="button"
            className="button"
            aria-pressed={part === option.part}
            onClick={() => setPart(option.part)}
          >
            {option.label}
          </button>
        ))}
      </fieldset>
      {part === 'html' ? (
        <iframe className="letter" title="The letter" src={html_url} sandbox="allow-popups" />
      ) : (
        // Longer than its window: it has to be reached by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="letter letter-text" tabIndex={0} aria-label="The letter as plain text">
          {text}
        </pre>
      )}
    </Panel>
  )
}

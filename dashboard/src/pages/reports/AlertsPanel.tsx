import { alertText } from '@half-measure/shared/reports/alert-text.ts'
import type { AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import { deleteAlert, listAlerts, testAlert } from '@half-measure/shared/routes/workspace.ts'
import { useState } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { useScope } from '../../filters/use-scope.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { Alert, ChangeFailed, Problems } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { AlertForm } from './AlertForm.tsx'
import { stateText, testText, webhookText } from './alert-text.ts'

/** The collector checks the rules every few minutes. */
const POLL_MS = 60_000

interface AlertsPanelProps {
  /** Whether the administrator gets the emails. */
  isEmailed: boolean
  onEmail: () => void
}

/** Rules of all administrators, and a form for another. */
export function AlertsPanel({ isEmailed, onEmail }: AlertsPanelProps) {
  const result = useApiQuery(listAlerts, {}, { refetchInterval: POLL_MS })
  const removal = useRouteMutation(deleteAlert, [listAlerts])
  const scope = useScope()
  const editedId = scope.params.get('edit')
  const edited = result.status === 'ready' ? result.data.rules.find(({ id }) => id === editedId) : undefined

  /** Shows a rule in the form, or none: the URL says which, and has its filters. */
  function edit(rule: AlertRule | null) {
    scope.change({ filters: rule?.filters ?? [] }, { edit: rule?.id ?? null, metric: null })
  }

  async function remove({ id }: AlertRule) {
    const removed = await removal.run({ params: { id } })
    if (removed !== null && id === editedId) edit(null)
  }

  return (
    <Panel title="Alerts" note="Shared by all administrators, checked every five minutes">
      <Loaded result={result} what="The alerts" rows={3}>
        {({ rules }) =>
          rules.length === 0 ? (
            <Empty>
              No alerts yet. Add one below to get an email when a figure is too low, too high, or changes too
              much.
            </Empty>
          ) : (
            <ul className="entries">
              {rules.map((rule) => (
                <AlertEntry
                  key={rule.id}
                  rule={rule}
                  onEdit={() => edit(rule)}
                  onRemove={() => void remove(rule)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ChangeFailed of={[removal]} />
      {!isEmailed && result.status === 'ready' && result.data.rules.length > 0 && (
        <Alert tone="notice">
          <p>None of these alerts is emailed to you: “Alerts” is off under “Mail to you”.</p>
          <Button onClick={onEmail}>Email me alerts</Button>
        </Alert>
      )}
      {editedId !== null && result.status === 'ready' && !edited && (
        <Problems problems={['The alert in the URL no longer exists; this form adds a new one.']} />
      )}
      {(editedId === null || result.status === 'ready') && (
        <AlertForm key={edited?.id ?? 'new'} rule={edited ?? null} onDone={() => edit(null)} />
      )}
      {result.status === 'ready' && <p className="note">{webhookText(result.data.webhooks)}</p>}
    </Panel>
  )
}

interface AlertEntryProps {
  rule: AlertRule
  onEdit: () => void
  onRemove: () => void
}

function AlertEntry({ rule, onEdit, onRemove }: AlertEntryProps) {
  const [tested, setTested] = useState('')
  const test = useRouteMutation(testAlert)
  const words = alertText(rule, useValueLabel())

  async function send() {
    // Emptied first: screen readers do not announce the same words again.
    setTested('')
    const found = await test.run({ params: { id: rule.id } })
    if (found) setTested(testText(rule, found, new Date()))
  }

  return (
    <Entry
      name={words}
      details={stateText(rule)}
      actions={
        <>
          <Button busy={test.running} aria-label={`Send a test: ${words}`} onClick={() => void send()}>
            Send a test
          </Button>
          <Button aria-label={`Edit: ${words}`} onClick={onEdit}>
            Edit
          </Button>
          <ConfirmButton confirmation="Delete for good" about={words} onConfirm={onRemove}>
            Delete
          </ConfirmButton>
        </>
      }
    >
      <output className="note">{test.running ? 'Sending…' : tested}</output>
      <ChangeFailed of={[test]} />
    </Entry>
  )
}

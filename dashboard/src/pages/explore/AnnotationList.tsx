import type { Annotations, Annotation, AnnotationDraft } from '@half-measure/shared/workspace/annotation.ts'
import {
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
} from '@half-measure/shared/routes/views.ts'
import { useRouteMutation } from '../../api/queries.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { formatDay } from '../../format/time.ts'
import type { Day } from '../../time/day.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { Result } from '../../ui/result.ts'

/** What happened in the period, day by day: published articles, and what somebody noted down. */
export function AnnotationList({ lastDay, result }: { lastDay: Day; result: Result<Annotations> }) {
  const creation = useRouteMutation(createAnnotation, [listAnnotations])
  const change = useRouteMutation(changeAnnotation, [listAnnotations])
  const removal = useRouteMutation(deleteAnnotation, [listAnnotations])
  const { notes, published } = result.status === 'ready' ? result.data : { notes: [], published: [] }
  const items = [
    ...published.map(({ day, title, path }) => ({ key: path, day, content: `Published: ${title}` })),
    ...notes.map((note) => ({
      key: note.id,
      day: note.day,
      content: (
        <AnnotationItem
          note={note}
          onChange={(body) => change.run({ params: { id: note.id }, body })}
          onRemove={() => void removal.run({ params: { id: note.id } })}
        />
      ),
    })),
  ].toSorted((a, b) => a.day.localeCompare(b.day))
  return (
    <div className="notes row">
      {result.status === 'failed' && <p>Notes could not be loaded. {result.reason}</p>}
      {items.length > 0 && (
        <details aria-busy={result.status === 'ready' && result.outdated}>
          <summary>{summaryOf(published.length, notes.length)}</summary>
          <ul>
            {items.map(({ key, day, content }) => (
              <li key={key}>
                <span className="note">{formatDay(day)}</span> <span>{content}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Popover button="Add a note" buttonClass="link-button" title="Add a note">
        {(close) => (
          <AnnotationForm
            draft={{ day: lastDay, text: '' }}
            onSave={async (body) => {
              if (await creation.run({ body })) close()
            }}
          />
        )}
      </Popover>
      <ChangeFailed of={[creation, change, removal]} />
    </div>
  )
}

interface AnnotationItemProps {
  note: Annotation
  onChange: (draft: AnnotationDraft) => Promise<Annotation | null>
  onRemove: () => void
}

function AnnotationItem({ note: { day, text, by }, onChange, onRemove }: AnnotationItemProps) {
  return (
    <>
      {text} {by !== null && <span className="note">{by}</span>}{' '}
      <Popover
        button="Change"
        label={`Change the note “${text}”`}
        buttonClass="link-button"
        title="Change a note"
      >
        {(close) => (
          <>
            <AnnotationForm
              draft={{ day, text }}
              onSave={async (draft) => {
                if (await onChange(draft)) close()
              }}
            />
            <ConfirmButton confirmation="Delete for good" onConfirm={onRemove}>
              Delete
            </ConfirmButton>
          </>
        )}
      </Popover>
    </>
  )
}

function AnnotationForm({
  draft,
  onSave,
}: {
  draft: AnnotationDraft
  onSave: (draft: AnnotationDraft) => Promise<void>
}) {
  return (
    <Form onSubmit={(field) => onSave({ day: field('day'), text: field('text') })}>
      <Field label="Day" name="day" type="date" defaultValue={draft.day} required />
      <Field
        label="What happened"
        name="text"
        defaultValue={draft.text}
        maxLength={200}
        pattern=".*\S.*"
        title="A few words"
        autoComplete="off"
        required
      />
      <Button type="submit" tone="primary">
        Save note
      </Button>
    </Form>
  )
}

function summaryOf(published: number, notes: number): string {
  return [published > 0 && `${countOf(published, 'article')} published`, notes > 0 && countOf(notes, 'note')]
    .filter(Boolean)
    .join(', ')
}

import { annotationsQuestion } from '../../api/note-calls.ts'
import { useQuestion } from '../../api/use-question.ts'
import { Notes } from './Notes.tsx'
import { SeriesPanel, type SeriesPanelProps } from './SeriesPanel.tsx'

/** A figure over time with what happened meanwhile, which administrators write down. */
export function AnnotatedSeries(props: SeriesPanelProps) {
  const annotations = useQuestion(annotationsQuestion(props.days))
  return (
    <SeriesPanel {...props} {...(annotations.status === 'ready' && { happened: annotations.data })}>
      <Notes days={props.days} answer={annotations} />
    </SeriesPanel>
  )
}

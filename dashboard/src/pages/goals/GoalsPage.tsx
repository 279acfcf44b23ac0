import {
  CONVERSION_LABELS,
  CONVERSION_TYPES,
  type ConversionType,
} from '@half-measure/shared/domain/conversion-types.ts'
import {
  type CustomGoal,
  GOAL_DEPTHS,
  type Goals,
  MAX_CUSTOM_GOALS,
} from '@half-measure/shared/stats/goals.ts'
import { NewsletterSource } from '@half-measure/shared/audience/newsletter.ts'
import {
  changeGoals,
  listArticles,
  listSessions,
  readArticle,
  readExperiment,
  readGoals,
} from '@half-measure/shared/routes/reports.ts'
import { queryStats } from '@half-measure/shared/routes/stats.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { queryKey, useApiMutation, useApiQuery } from '../../api/queries.ts'
import { PageOptions } from '../../filters/PageOptions.tsx'
import { useScope } from '../../filters/use-scope.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { Page } from '../../layout/Page.tsx'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Checkbox, Form, Select } from '../../ui/Form.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { goalText, type GoalKind, KIND_LABELS, readGoal, TYPE_NOTES } from './goal-text.ts'

/** Everything that is counted in goals. */
const COUNTED = [queryStats, listArticles, readArticle, listSessions, readExperiment]

/** What counts as a goal, for everybody who reads figures. */
export function GoalsPage() {
  const result = useApiQuery(readGoals, {}, { gcTime: 0 })
  const queries = useQueryClient()
  // A change shows at once, until it is saved or has failed.
  const [chosen, setChosen] = useState<Goals | null>(null)
  // `changed_at` of the goals that the next change to be sent is based on.
  const base = useRef<string | null>(null)
  const change = useApiMutation(
    async (api, goals: Goals) => {
      const saved = await api.call(changeGoals, { body: { ...goals, changed_at: base.current } })
      base.current = saved.changed_at
      return saved
    },
    [readGoals, ...COUNTED],
    // One after the other: a quick second change is based on the first.
    'goals',
  )

  async function choose(goals: Goals, seen: string | null): Promise<boolean> {
    if (chosen === null) base.current = seen
    setChosen(goals)
    const saved = await change.run(goals)
    if (saved !== null) queries.setQueryData(queryKey(readGoals), saved)
    setChosen((current) => (current === goals ? null : current))
    return saved !== null
  }

  return (
    <Page
      title="Goals"
      subtitle="What counts as a goal, in every figure and for everybody. Changes apply to all periods, from the next query on."
    >
      <Loaded result={result} what="The goals" rows={6}>
        {({ changed_at, ...saved }) => {
          const goals = chosen ?? saved
          const onChange = (next: Goals) => choose(next, changed_at)
          return (
            <div className="stack">
              <TypesPanel goals={goals} onChange={onChange} />
              <CustomPanel goals={goals} busy={change.running} onChange={onChange} />
            </div>
          )
        }}
      </Loaded>
      <ChangeFailed of={[change]} />
    </Page>
  )
}

interface GoalsPanelProps {
  goals: Goals
  onChange: (goals: Goals) => Promise<boolean>
}

function TypesPanel({ goals, onChange }: GoalsPanelProps) {
  const { event_types } = goals
  return (
    <Panel title="Conversions" note="The Conversions card of the overview counts all of them">
      <ul className="entries">
        {CONVERSION_TYPES.map((type) => (
          <Entry
            key={type}
            name={
              <Checkbox
                label={CONVERSION_LABELS[type].one}
                checked={event_types.includes(type)}
                onChange={(checked) =>
                  void onChange({
                    ...goals,
                    event_types: CONVERSION_TYPES.filter((other) =>
                      other === type ? checked : event_types.includes(other),
                    ),
                  })
                }
              />
            }
            details={TYPE_NOTES[type]}
          />
        ))}
      </ul>
      <Definitions of={[METRICS.goals, METRICS.conversion_rate, METRICS.revenue]} />
    </Panel>
  )
}

export function CustomPanel({ goals, busy, onChange }: GoalsPanelProps & { busy: boolean }) {
  const { custom } = goals
  const labelOf = useValueLabel()
  // Pages may share a title, but not a path.
  const isSame = (a: CustomGoal, b: CustomGoal) => goalText(a) === goalText(b)
  return (
    <Panel
      title="Custom goals"
      note="Pages, elements and scroll depths; conversions for a product or from a place"
    >
      {custom.length === 0 ? (
        <Empty>No custom goals. Add one below to count it beside the conversions.</Empty>
      ) : (
        <ul className="entries">
          {custom.map((goal) => (
            <Entry
              key={goalText(goal)}
              name={goalText(goal, labelOf)}
              actions={
                <ConfirmButton
                  confirmation="Remove this goal"
                  busy={busy}
                  onConfirm={() =>
                    void onChange({ ...goals, custom: custom.filter((other) => !isSame(goal, other)) })
                  }
                >
                  Remove
                </ConfirmButton>
              }
            />
          ))}
        </ul>
      )}
      {custom.length < MAX_CUSTOM_GOALS ? (
        <CustomGoalForm
          busy={busy}
          isKnown={(goal) => custom.some((other) => isSame(goal, other))}
          onAdd={(goal) => onChange({ ...goals, custom: [...custom, goal] })}
        />
      ) : (
        <p>There are {MAX_CUSTOM_GOALS} custom goals, the most possible. Remove one to add another.</p>
      )}
    </Panel>
  )
}

const KINDS = (Object.keys(KIND_LABELS) as GoalKind[]).map((value) => ({ value, label: KIND_LABELS[value] }))

interface CustomGoalFormProps {
  busy: boolean
  isKnown: (goal: CustomGoal) => boolean
  onAdd: (goal: CustomGoal) => Promise<boolean>
}

function CustomGoalForm({ busy, isKnown, onAdd }: CustomGoalFormProps) {
  const [kind, setKind] = useState<GoalKind>('page')
  const [problem, setProblem] = useState<string | null>(null)
  const pages = useId()
  const { period } = useScope()
  return (
    <>
      <Form
        layout="row"
        label="New goal"
        busy={busy}
        onSubmit={(field) => {
          const goal = readGoal(kind, field)
          const isNew = goal !== null && !isKnown(goal)
          setProblem(goal === null ? 'Fill in the goal first.' : isNew ? null : 'This is a goal already.')
          return isNew && onAdd(goal)
        }}
      >
        <Select label="New goal" value={kind} options={KINDS} onChange={setKind} />
        {(kind === 'page' || kind === 'scroll') && (
          <input
            name="path"
            list={pages}
            autoComplete="off"
            aria-label="Path of the page"
            placeholder="/newsletter or /articles/*"
            pattern="/.*"
            title="A path that starts with /; a * at its end stands for every page under it"
            maxLength={2_000}
            required
          />
        )}
        {kind === 'scroll' && (
          <select name="depth" aria-label="Depth" defaultValue={75}>
            {GOAL_DEPTHS.map((depth) => (
              <option key={depth} value={depth}>
                {depth}%
              </option>
            ))}
          </select>
        )}
        {kind === 'click' && (
          <input
            name="element_id"
            aria-label="Id of the element"
            placeholder="hero-cta"
            maxLength={128}
            required
          />
        )}
        {kind === 'product' && (
          <>
            <TypeSelect defaultValue="affiliate_click" />
            <input
              name="product"
              aria-label="Name of the product"
              placeholder="Name of the product"
              maxLength={200}
              required
            />
          </>
        )}
        {kind === 'source' && (
          <>
            <TypeSelect defaultValue="newsletter_signup" />
            <input
              name="source"
              aria-label="Place on the site"
              placeholder="popup"
              list="conversion-sources"
              maxLength={200}
              required
            />
            <datalist id="conversion-sources">
              {NewsletterSource.options.map((source) => (
                <option key={source}>{source}</option>
              ))}
            </datalist>
          </>
        )}
        <Button type="submit" busy={busy}>
          Add goal
        </Button>
      </Form>
      <PageOptions id={pages} period={period} />
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
    </>
  )
}

function TypeSelect({ defaultValue }: { defaultValue: ConversionType }) {
  return (
    <select name="event_type" aria-label="Conversion" defaultValue={defaultValue}>
      {CONVERSION_TYPES.map((type) => (
        <option key={type} value={type}>
          {CONVERSION_LABELS[type].one}
        </option>
      ))}
    </select>
  )
}

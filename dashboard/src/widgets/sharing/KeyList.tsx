import type { StatsKey } from '@half-measure/shared/sharing/stats-key.ts'
import { statsKeyCalls, statsKeysQuestion } from '../../api/stats-key-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { useQuestion } from '../../api/use-question.ts'
import { formatMoment } from '../../format/time.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'

/** Everybody and everything that reads the figures without an account. */
export function KeyList() {
  const answer = useQuestion(statsKeysQuestion)
  return (
    <Panel title="Links and tokens" note="Newest first">
      <Figures answer={answer} what="The links and tokens" skeleton={<Skeleton rows={3} />}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty>Nobody without an account reads the figures.</Empty>
          ) : (
            <ul className="entries">
              {keys.map((key) => (
                <KeyEntry key={key.id} {...key} />
              ))}
            </ul>
          )
        }
      </Figures>
    </Panel>
  )
}

function KeyEntry(key: StatsKey) {
  const withdrawal = useChange(['stats-keys'], statsKeyCalls.withdraw)
  const now = useNow()
  return (
    <li>
      <div>
        <p className="entry-name">{key.name}</p>
        <p className="entry-facts">{keyFacts(key, now).join(' · ')}</p>
        {withdrawal.failure !== null && <Alert tone="danger">{withdrawal.failure}</Alert>}
      </div>
      <div className="actions">
        <ConfirmButton
          question="Withdraw for good"
          disabled={withdrawal.running}
          onConfirm={() => void withdrawal.run(key.id)}
        >
          Withdraw
        </ConfirmButton>
      </div>
    </li>
  )
}

function keyFacts(
  { kind, has_password, by, created_at, expires_at, last_used_at }: StatsKey,
  now: Date,
): string[] {
  const moment = (at: string) => formatMoment(new Date(at))
  const isOver = expires_at !== null && new Date(expires_at) <= now
  return [
    kind === 'link' ? (has_password ? 'link with a password' : 'link without a password') : 'API token',
    `made ${moment(created_at)}${by === null ? '' : ` by ${by}`}`,
    expires_at === null ? 'until withdrawn' : `${isOver ? 'ended' : 'until'} ${moment(expires_at)}`,
    last_used_at === null ? 'never used' : `last used ${moment(last_used_at)}`,
  ]
}

import { dropMail, listFailedMail, retryMail } from '@half-measure/shared/routes/audience.ts'
import { useApiPages, useRouteMutation } from '../../api/queries.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { Entry } from '../../ui/Panel.tsx'

/** Emails that could not be delivered, or that a restore held. */
export function MailLogPage() {
  const { result, first, more } = useApiPages(listFailedMail, {}, ({ mails }) => mails)
  const retry = useRouteMutation(retryMail, [listFailedMail])
  const drop = useRouteMutation(dropMail, [listFailedMail])
  const busy = retry.running || drop.running
  return (
    <Page
      title="Mail log"
      subtitle="Emails that could not be delivered or were held by a restore, kept for 30 days"
    >
      <ChangeFailed of={[retry, drop]} />
      {first && (
        <p className="note">
          {first.waiting === 0
            ? 'No emails are waiting to be sent.'
            : `${countOf(first.waiting, 'email')} waiting to be sent.`}
        </p>
      )}
      <Loaded result={result} what="The mail log" rows={4} empty="No failures.">
        {(mails) => (
          <ul className="entries">
            {mails.map(({ id, subject, recipient, kind, failed_at, attempts, reason }) => (
              <Entry
                key={id}
                name={`${subject}, to ${recipient}`}
                details={`${kind} · failed ${formatMoment(failed_at)} after ${countOf(attempts, 'attempt')}`}
                actions={
                  <>
                    <Button busy={busy} onClick={() => void retry.run({ params: { id } })}>
                      Retry
                    </Button>
                    <ConfirmButton
                      confirmation="Delete for good"
                      about={`${subject}, to ${recipient}`}
                      busy={busy}
                      onConfirm={() => void drop.run({ params: { id } })}
                    >
                      Delete
                    </ConfirmButton>
                  </>
                }
              >
                <p className="note">{reason}</p>
              </Entry>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton more={more} />
    </Page>
  )
}

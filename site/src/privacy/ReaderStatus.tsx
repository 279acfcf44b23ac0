import { MAX_LISTED } from '../tracking/sent-log.ts'

/** Shows readers what their browser stores and has sent. A script fills it in. */
export function ReaderStatus() {
  return (
    <section className="reader-status" aria-labelledby="reader-status" data-reader-status hidden>
      <h2 id="reader-status">Your browser, at this moment</h2>
      <p data-status-choice />
      <h3>Kept by this site</h3>
      <dl data-status-stored />
      <h3>Sent in this visit (the last {MAX_LISTED})</h3>
      <p data-status-sent-none>Nothing.</p>
      <ol data-status-sent />
      <p className="reader-choices">
        <button type="button" className="button" data-status-erase>
          Erase what was sent
        </button>
        <button type="button" className="button" data-cookie-settings hidden>
          Cookie settings
        </button>
      </p>
      <output data-status-result tabIndex={-1} />
    </section>
  )
}

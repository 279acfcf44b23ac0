import { useDelivery } from '../api/delivery-question.ts'
import { countOf, formatCount } from '../format/number.ts'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { prepareAccount, type Entry, type Equation } from './prepare-account.ts'

/** Where every event is that was ever received. */
export function DeliveryAccount() {
  const answer = useDelivery()
  return (
    <Panel title="The account" note="Since the data directory began">
      <Figures answer={answer} what="The account" skeleton={<Skeleton rows={10} />}>
        {(delivery) => {
          const { received, accepted } = prepareAccount(delivery)
          return (
            <div className="account">
              <EquationTable caption="What became of the events received" {...received} />
              <EquationTable caption="Where the accepted events are" {...accepted} />
            </div>
          )
        }}
      </Figures>
    </Panel>
  )
}

function EquationTable({ caption, whole, parts, difference }: Equation & { caption: string }) {
  return (
    <table className="equation">
      <caption>{caption}</caption>
      <tbody>
        <Row sign="" {...whole} />
        {parts.map((part, at) => (
          <Row key={part.label} sign={at === 0 ? '=' : '+'} {...part} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} data-adds-up={difference === null ? 'unknown' : difference === 0}>
            {verdictOf(difference)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function verdictOf(difference: number | null): string {
  if (difference === null) return 'Cannot be told without ClickHouse.'
  if (difference === 0) return 'Adds up.'
  const events = `${countOf(Math.abs(difference), 'event')} ${difference > 0 ? 'missing' : 'too many'}`
  return `Does not add up: ${events}. While events are being written this passes within seconds.`
}

function Row({ sign, label, count, meaning }: Entry & { sign: string }) {
  return (
    <tr>
      <td className="equation-sign">{sign}</td>
      <th scope="row">
        {label} <span>{meaning}</span>
      </th>
      <td>{count === null ? 'not known' : formatCount(count)}</td>
    </tr>
  )
}

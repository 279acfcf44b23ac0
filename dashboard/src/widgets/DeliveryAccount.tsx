import { deliveryQuestion } from '../api/delivery-question.ts'
import { useQuestion } from '../api/use-question.ts'
import { countOf, formatCount } from '../format/number.ts'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { prepareAccount, type Entry, type Equation } from './prepare-account.ts'

/** Where every event is that was ever received. */
export function DeliveryAccount() {
  const answer = useQuestion(deliveryQuestion)
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
          <td colSpan={3} data-adds-up={difference === 0}>
            {difference === 0
              ? 'Adds up.'
              : `Does not add up: ${countOf(Math.abs(difference), 'event')} ${difference > 0 ? 'missing' : 'too many'}. While events are being written this passes within seconds.`}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Row({ sign, label, count, meaning }: Entry & { sign: string }) {
  return (
    <tr>
      <td className="equation-sign">{sign}</td>
      <th scope="row">
        {label} <span>{meaning}</span>
      </th>
      <td>{formatCount(count)}</td>
    </tr>
  )
}

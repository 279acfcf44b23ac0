/** The low-risk guideline, worded the same wherever amounts of alcohol are discussed. */
export function UnitsLine() {
  return (
    <p className="units-line">
      For people aged 18 and over. The UK Chief Medical Officers’ low-risk guideline is no more than 14
      {'\u00a0'}units a week, spread over three or more days. More at{' '}
      <a href="https://www.drinkaware.co.uk/low-risk-drinking-guidelines">Drinkaware</a>.
    </p>
  )
}

interface PlusMinusProps {
  readonly title: string
  readonly sign: 'plus' | 'minus'
  readonly items: readonly string[]
}

/** What speaks for a product, or against it. */
export function PlusMinus({ title, sign, items }: PlusMinusProps) {
  return (
    <div>
      <h4>{title}</h4>
      <ul className="plus-minus" data-sign={sign}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

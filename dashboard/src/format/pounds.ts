const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** `£1,204.50` */
export function formatPounds(value: number): string {
  return pounds.format(value)
}

/** SQL of a text. What comes from outside is better a parameter of its query. */
export function literal(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

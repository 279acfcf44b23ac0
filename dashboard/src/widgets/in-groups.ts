/** `ABCD EFGH …`: a secret in groups of four, for typing. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

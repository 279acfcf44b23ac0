/** `pwned`: a common password, or one with a pattern that is guessed early. */
export type WeakPasswordReason = 'length' | 'pwned'

/** Characters as people count them. */
export const MIN_PASSWORD_LENGTH = 8

/** On a scale of 0 to 4. Below it, fewer than a million guesses find the password. */
const MIN_SCORE = 2
/** Characters searched for patterns: more take longer, and are not needed to be safe. */
const MAX_CHECKED = 100
/** Words that people choose because of this product's name or a well-known example. */
const EXPECTED = ['halfmeasure', 'half-measure', 'correcthorsebatterystaple']

/**
 * Why a password is weak. Its mix of characters does not matter.
 *
 * @param email the account's, which attackers try too.
 */
export async function weaknessesOf(password: string, email: string): Promise<WeakPasswordReason[]> {
  const reasons: WeakPasswordReason[] = []
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) reasons.push('length')
  const estimator = await (loading ??= loadEstimator())
  const { score } = estimator.check(password.slice(0, MAX_CHECKED), [email, ...email.split('@'), ...EXPECTED])
  if (score < MIN_SCORE) reasons.push('pwned')
  return reasons
}

let loading: ReturnType<typeof loadEstimator> | undefined

/** Loaded at first use: 49,000 leaked passwords and the layouts of keyboards take a while. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs })
}

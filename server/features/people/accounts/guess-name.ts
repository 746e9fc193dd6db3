const maxLength = 120
const fallback = 'Learner'

/**
 * Guesses a name for an account without one: "ada.lovelace_99@example.com" becomes "Ada Lovelace".
 * Uses only letters; an email without letters before the @ gives "Learner".
 */
export function guessName(email: string): string {
  const [localPart = ''] = email.split('@')
  const words = localPart.replace(/\+.*$/s, '').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const name = words.map(capitalize).join(' ')
  const shortened = [...name].slice(0, maxLength).join('').trimEnd()
  return shortened === '' ? fallback : shortened
}

function capitalize(word: string): string {
  const [first = '', ...rest] = word
  return `${first.toUpperCase()}${rest.join('')}`
}

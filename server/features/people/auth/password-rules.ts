import { AppError } from '../../../errors/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses what an attacker tries first: common passwords, repeated characters, the email, the name
 * of this service.
 */
export function refuseWeakPassword(
  password: string,
  { email }: { email: string },
  field = 'password',
): void {
  const problem = weaknessOf(password.normalize('NFC').toLowerCase(), email)
  if (problem !== undefined)
    throw new AppError('InvalidFields', {
      issues: [{ path: field, message: problem, code: 'weakPassword' }],
    })
}

function weaknessOf(password: string, email: string): string | undefined {
  const [localPart = ''] = email.split('@')
  const letters = lettersOf(password)
  // Ignores a few common letters: it must be a name with digits and signs around it.
  const isEmailWithMore = letters.length >= 4 && letters === lettersOf(localPart)
  const isRepeated = /^(.{1,4})\1{1,3}$/u.test(password)
  if (new Set(password).size < 4 || isRepeated)
    return 'has too few different characters; use a few unrelated words'
  if (password === email || password === localPart || isEmailWithMore)
    return 'must not be your email'
  if (isCommonPassword(password) || commonWords.has(wordOf(password))) {
    return 'is among the first guesses of an attacker; use a few unrelated words'
  }
  if ('01234567890123456789'.includes(password) || '98765432109876543210'.includes(password))
    return 'is a sequence of digits; use a few unrelated words'
  return undefined
}

/** Words that stay easy to guess with digits and signs around them. */
const commonWords = new Set(
  `abc abcd admin administrator baseball changeme computer dragon football hello iloveyou letmein
  lyceum login master monkey passw0rd password passwort princess qwert qwerty qwertyuiop qwertz
  secret shadow sunshine superman test trustno welcome`.split(/\s+/),
)

/**
 * Strips digits and signs from both ends and undoes usual replacements: "P@ssw0rd1234!" becomes
 * "password".
 */
function wordOf(password: string): string {
  const word = password.replace(/[\d\W_]+$/, '').replace(/^[\d\W_]+/, '')
  return word
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('1', 'i')
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^a-z]/g, '')
}

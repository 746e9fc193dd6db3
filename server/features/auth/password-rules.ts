import { AppError } from '../../errors/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses what an attacker tries first: common passwords, a few characters over and over, the
 * email, the name of this service.
 */
export function refuseWeakPassword(
  password: string,
  { email }: { email: string },
  field = 'password',
): void {
  const problem = weaknessOf(password.normalize('NFC').toLowerCase(), email)
  if (problem !== undefined)
    throw new AppError('InvalidFields', { issues: [{ path: field, message: problem }] })
}

function weaknessOf(password: string, email: string): string | undefined {
  const [localPart = ''] = email.split('@')
  const letters = lettersOf(password)
  // A letter or two in common say nothing: what counts is a name with digits and signs around it.
  const isEmailWithMore = letters.length >= 4 && letters === lettersOf(localPart)
  const isRepeated = /^(.{1,4})\1{1,3}$/u.test(password)
  if (new Set(password).size < 4 || isRepeated)
    return 'uses too few different characters; take a few words that do not belong together'
  if (password === email || password === localPart || isEmailWithMore)
    return 'must not be your email'
  if (isCommonPassword(password) || commonWords.has(wordOf(password))) {
    return 'is one of the first that are guessed; take a few words that do not belong together'
  }
  if ('01234567890123456789'.includes(password) || '98765432109876543210'.includes(password))
    return 'is a row of digits; take a few words'
  return undefined
}

/** Words that stay easy to guess with digits and signs before or after them. */
const commonWords = new Set(
  `abc abcd admin administrator baseball changeme computer dragon football hello iloveyou letmein lyceum login master monkey passw0rd password
  passwort princess qwert qwerty qwertyuiop qwertz secret shadow sunshine superman test trustno welcome`.split(
    /\s+/,
  ),
)

/**
 * What is left without digits and signs at either end, and with the usual replacements undone:
 * "P@ssw0rd1234!" is "password".
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

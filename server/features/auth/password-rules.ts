import { AppError } from '../../errors.ts'

/** Refuses what an attacker tries first: one character over and over, the email, the name of this service. */
export function refuseWeakPassword(password: string, { email }: { email: string }, field = 'password'): void {
  const problem = weaknessOf(password.normalize('NFC').toLowerCase(), email)
  if (problem !== undefined) throw new AppError('InvalidFields', { issues: [{ path: field, message: problem }] })
}

function weaknessOf(password: string, email: string): string | undefined {
  const [localPart = ''] = email.split('@')
  if (new Set(password).size < 4) return 'uses too few different characters; take a few words that do not belong together'
  if (password === email || password === localPart || password.replaceAll(/[^a-z]/g, '') === localPart) return 'must not be your email'
  if (/^(lyceum|password|passwort|qwerty|qwertz|letmein|welcome|iloveyou|admin)[\d\W]*$/.test(password)) {
    return 'is one of the first that are guessed; take a few words that do not belong together'
  }
  if ('01234567890123456789'.includes(password) || '98765432109876543210'.includes(password)) return 'is a row of digits; take a few words'
  return undefined
}

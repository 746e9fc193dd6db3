import { fieldErrors, type Issue, isLyceumError, type LyceumError } from '@lyceum/sdk'
import { findText, language, t } from '../texts/texts.ts'

/** Explains an error to the reader: in our words by its name, or else in the server's English. */
export function messageOf(error: unknown): string {
  // The browser's own error, when a passkey was canceled, refused or took too long.
  if (error instanceof Error && error.name === 'NotAllowedError') return t('error.passkey')
  if (!isLyceumError(error)) return t('error.unknown')
  const own = ownTextFor(error)
  if (error.name === 'RateLimited' || error.name === 'ServiceUnavailable')
    return `${own} ${t('error.retryIn', { seconds: error.retryAfterSeconds ?? 10 })}`
  return own ?? (language === 'en' ? error.message : t('error.unknown'))
}

function ownTextFor({ name, facts }: LyceumError): string | undefined {
  return findText(`error.${name}`, { ...facts })
}

/** Returns the server's English message where `messageOf` has no text of ours for it. */
export function detailOf(error: unknown): string | undefined {
  if (language === 'en' || !isLyceumError(error)) return undefined
  return ownTextFor(error) === undefined || isAboutFields(error) ? error.message : undefined
}

/** Whether the error says no more than that some fields are wrong. */
export function isAboutFields(error: unknown): error is LyceumError {
  return isLyceumError(error) && error.name.endsWith('Fields')
}

/** Explains what is wrong with each field: in our words by its rule, or else in the server's. */
export function textsOfFields(error: unknown): Record<string, string> {
  return fieldErrors(error, (issue) => ownTextOf(issue) ?? sentenceOf(issue.message))
}

/**
 * Makes a sentence of what the server says about a field, such as “is not a slug”, so that it can
 * stand without the field's name.
 */
export function sentenceOf(message: string): string {
  const [first = ''] = message.split(' ')
  const subject = verbs[first]
  const text = subject === undefined ? message : `${subject} ${message}`
  const sentence = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?:…]$/.test(sentence) ? sentence : `${sentence}.`
}

const verbs: Readonly<Record<string, string>> = Object.fromEntries([
  ...'is has was holds contains must does cannot can may needs ends begins names lacks'
    .split(' ')
    .map((verb) => [verb, 'This']),
  ...'are have were do hold'.split(' ').map((verb) => [verb, 'These']),
])

/** Lists the fields that only the server explains, in a language that is not the reader's. */
export function fieldsInEnglish(error: unknown): string[] {
  if (language === 'en' || !isAboutFields(error)) return []
  return error.issues.filter((issue) => ownTextOf(issue) === undefined).map(({ path }) => path)
}

function ownTextOf({ code, limit = 0 }: Issue): string | undefined {
  return findText(`issue.${code}`, { limit })
}

/** Whether the call failed because the server could not be reached. */
export function isOffline(error: unknown): boolean {
  return isLyceumError(error) && (error.name === 'NetworkError' || error.name === 'Timeout')
}

/** Whether the reader is not allowed to see it. */
export function isForbidden(error: unknown): boolean {
  return isLyceumError(error) && (error.status === 403 || error.status === 401)
}

export function isNotFound(error: unknown): boolean {
  return isLyceumError(error) && (error.status === 404 || error.status === 410)
}

import { fieldErrors, type Issue, isLyceumError, type LyceumError } from '@lyceum/sdk'
import { findText, language, t } from '../texts/texts.ts'

/** What an error means for the reader: our own words by its name, or the server's English ones. */
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

/** What `messageOf` leaves out for lack of a text: the server's own words, which are English. */
export function detailOf(error: unknown): string | undefined {
  if (language === 'en' || !isLyceumError(error)) return undefined
  return ownTextFor(error) === undefined || isAboutFields(error) ? error.message : undefined
}

/** Whether it says no more than that something is wrong with fields. */
export function isAboutFields(error: unknown): error is LyceumError {
  return isLyceumError(error) && error.name.endsWith('Fields')
}

/** What is wrong with each field: our own words by the rule, otherwise the server's. */
export function textsOfFields(error: unknown): Record<string, string> {
  return fieldErrors(error, (issue) => ownTextOf(issue) ?? issue.message)
}

/** The fields of which only the server says what is wrong, for whom that is another language. */
export function fieldsInEnglish(error: unknown): string[] {
  if (language === 'en' || !isAboutFields(error)) return []
  return error.issues.filter((issue) => ownTextOf(issue) === undefined).map(({ path }) => path)
}

function ownTextOf({ code, limit = 0 }: Issue): string | undefined {
  return findText(`issue.${code}`, { limit })
}

/** Whether it failed because nothing can be reached, and not because of what was asked. */
export function isOffline(error: unknown): boolean {
  return isLyceumError(error) && (error.name === 'NetworkError' || error.name === 'Timeout')
}

/** Whether the reader may not see it, whoever else may. */
export function isForbidden(error: unknown): boolean {
  return isLyceumError(error) && (error.status === 403 || error.status === 401)
}

export function isNotFound(error: unknown): boolean {
  return isLyceumError(error) && (error.status === 404 || error.status === 410)
}

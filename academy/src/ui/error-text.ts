import { isLyceumError, type LyceumError } from '@lyceum/sdk'
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

/** Returns the text that we have for an error's name. */
export function ownTextFor({ name, facts }: LyceumError): string | undefined {
  return findText(`error.${name}`, { ...facts })
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

import { isLyceumError } from '@lyceum/sdk'
import { findText, t } from '../texts/texts.ts'

/** What an error means for the reader: our own words by its name, otherwise the server's. */
export function messageOf(error: unknown): string {
  if (!isLyceumError(error)) return t('error.unknown')
  const own = findText(`error.${error.name}`)
  if (error.name === 'RateLimited' || error.name === 'ServiceUnavailable')
    return `${own} ${t('error.retryIn', { seconds: error.retryAfterSeconds ?? 10 })}`
  return own ?? error.message
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

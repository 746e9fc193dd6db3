import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { AppError } from '../../errors/errors.ts'
import { ProviderFault } from './bounded-fetch.ts'

/** All calls of one visit together: whoever waits is told well within ten seconds. */
const visitMilliseconds = 8_000

/**
 * Runs what talks to a provider, for so long and no longer, and tells its failures by their names.
 */
export async function askProvider<Answer>(
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderFault('it took too long')), visitMilliseconds)
  })
  try {
    return await Promise.race([ask(), tooLate])
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isRefusal(error)) throw new AppError('SignInRefused', { cause: error })
    throw new AppError('ProviderUnavailable', {
      cause: new ProviderFault(`${name}: ${inWords(error)}`),
    })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Refusals that the one who came back has to do with: canceled at the provider, or a code that is
 * no good.
 */
const refusals = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'invalid_grant',
])

function isRefusal(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return refusals.has(error.error)
  if (error instanceof ResponseBodyError) return refusals.has(error.error)
  const about =
    error instanceof ClientError && error.cause instanceof Error ? error.cause.cause : undefined
  if (typeof about !== 'object' || about === null) return false
  // What is wrong is in the parameters that the browser brought, like an `iss` of somebody else
  // (RFC 9207).
  if ('parameters' in about) return true
  // GitHub answers 200 when it refuses a code.
  const body = 'body' in about ? about.body : undefined
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    body.error === 'bad_verification_code'
  )
}

/** For the log, without anything that the provider or the caller sent: the libraries' own words. */
function inWords(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return `it refused: ${knownWord(error.error)}`
  if (error instanceof WWWAuthenticateChallengeError)
    return 'it does not accept our client id and secret, or its own token'
  if (error instanceof ProviderFault) return error.message
  if (error instanceof DOMException) return 'it did not answer within 5 seconds'
  if (error instanceof ClientError) return `${error.message}${wordsOfCause(error.cause)}`
  if (!(error instanceof Error)) return 'it failed'
  // fetch() says what went wrong in its cause, like ECONNREFUSED.
  const code =
    error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : ''
  return `${error.message}${code}`
}

function wordsOfCause(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : ''
}

/**
 * An error code of the protocols is a word in small letters; anything else is not worth repeating.
 */
function knownWord(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'for a reason that is no word'
}

import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { withDeadline } from '../../../lib/deadline.ts'
import { AppError } from '../../errors/errors.ts'
import { ProviderFault } from './bounded-fetch.ts'

/** Bounds all calls of one sign-in together: the browser gets its response within ten seconds. */
const signInMilliseconds = 8_000

/** Runs calls to a provider within a deadline, and turns failures into named errors. */
export async function askProvider<Answer>(
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withDeadline(
      signInMilliseconds,
      ask(),
      () => new ProviderFault('it took too long'),
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isRefusal(error)) throw new AppError('SignInRefused', { cause: error })
    throw new AppError('ProviderUnavailable', {
      cause: new ProviderFault(`${name}: ${inWords(error)}`),
    })
  }
}

/** Refusals caused by the returning browser: canceled at the provider, or a bad code. */
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
  // Blames the parameters that the browser brought, like a foreign `iss` (RFC 9207).
  if ('parameters' in about) return true
  // Looks into the body: GitHub responds with 200 when it refuses a code.
  const body = 'body' in about ? about.body : undefined
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    body.error === 'bad_verification_code'
  )
}

/** Describes it for the log, without anything that the provider or the caller sent. */
function inWords(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return `it refused: ${knownWord(error.error)}`
  if (error instanceof WWWAuthenticateChallengeError)
    return 'it does not accept our client id and secret, or its own token'
  if (error instanceof ProviderFault) return error.message
  if (error instanceof DOMException) return 'it did not answer within 5 seconds'
  if (error instanceof ClientError) return `${error.message}${wordsOfCause(error.cause)}`
  if (!(error instanceof Error)) return 'it failed'
  // Looks into its cause for the reason why fetch() failed, like ECONNREFUSED.
  const code =
    error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : ''
  return `${error.message}${code}`
}

function wordsOfCause(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : ''
}

/** Repeats only words in lower case, which error codes of the protocols are. */
function knownWord(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'for a reason that is no word'
}

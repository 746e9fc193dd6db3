import type { IssueCode, LyceumErrorName } from '@lyceum/sdk'
import type { ErrorOfStaff } from './de/staff.ts'
import type { errors as english } from './en/errors.ts'

/** Errors that only programs get: no page sends what causes them. */
type OfPrograms =
  | 'Aborted'
  | 'CalendarNotFound'
  | 'HookRefused'
  | 'IdempotencyKeyReused'
  | 'InvalidBaseUrl'
  | 'KeyNotAllowed'
  | 'MalformedJson'
  | 'MethodNotAllowed'
  | 'RangeNotSatisfiable'
  | 'RevisionRequired'
  | 'TokenStoreFailed'
  | 'UnknownError'
  | 'UnsupportedMediaType'
  | 'UploadOutOfStep'
  | 'WebhookRefused'

/** Requires all of them but in English, which the server's messages are in. */
type Needed =
  | Exclude<`error.${Exclude<LyceumErrorName, OfPrograms>}`, ErrorOfStaff>
  | `issue.${IssueCode}`

export type ErrorTexts = typeof english & Record<Exclude<Needed, keyof typeof english>, string>

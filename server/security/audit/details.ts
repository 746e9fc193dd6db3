/**
 * Names of details that may hold text. What somebody typed has no place there: events outlive
 * accounts, and all who search the trail read them. A text is one of a closed list of words, or has
 * a name below, for what the service itself made or read.
 */
type IdName =
  | `${string}Id`
  | `${string}Ids`
  | 'cohorts'
  | 'cohortsBefore'
  | 'copyOf'
  | 'courses'
  | 'createdBy'
  | 'job'
  | 'key'
  | 'session'
type MomentName =
  | `${string}At`
  | `${string}On`
  | 'dataFrom'
  | 'since'
  | 'until'
  | 'validFrom'
  | 'validUntil'
/** Names of our own code, words of settings, currencies, and a webhook's host. */
type OwnName =
  | 'currency'
  | 'error'
  | 'host'
  | 'publicOperations'
  | 'secondFactorFor'
  | 'settings'
  | 'signInProviders'
  | 'invariant'
  | 'kind'
  | 'language'
  | 'mails'
  | 'operation'
  | 'payment'
  | 'provider'
  | 'reference'
  | 'scopes'
  | 'task'
  | 'timeZone'
  | 'types'

type TextName = IdName | MomentName | OwnName
type DetailName = TextName | `before.${TextName}` | `after.${TextName}`

export type AuditDetails = Record<string, string | number | boolean | null>

/** The same details, but `never` for those that could hold free text. */
export type WithoutText<Details> = {
  [Name in keyof Details]: string extends Details[Name]
    ? Name extends DetailName
      ? Details[Name]
      : never
    : Details[Name]
}

type Facts = Record<string, AuditDetails[string] | undefined>
type Change<Of> = {
  [Name in keyof Of & string as `after.${Name}` | `before.${Name}`]?: Exclude<Of[Name], undefined>
}

/**
 * Returns the details of a change: `{ 'before.role': 'learner', 'after.role': 'admin' }`. Omits
 * what stayed the same, and `before` for what was created.
 */
export function changeOf<Of extends Facts>(before: Of | undefined, after: Of | undefined) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const details: Facts = {}
  for (const name of names) {
    const [was, is] = [before?.[name], after?.[name]]
    if (was === is) continue
    if (was !== undefined) details[`before.${name}`] = was
    if (is !== undefined) details[`after.${name}`] = is
  }
  return details as Change<Of>
}

const idOrMoment = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/u

/** Keeps ids, moments, numbers and flags of what code reads from data. */
export function withoutTexts(facts: Readonly<Record<string, unknown>>) {
  const kept = Object.entries(facts).filter(([, value]) =>
    typeof value === 'string'
      ? idOrMoment.test(value)
      : ['number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(kept) as Record<`${string}Id`, string | number | boolean>
}

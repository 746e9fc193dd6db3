/**
 * What the details of an event may say. What somebody typed has no place there: events outlive
 * accounts, and all who search the trail read them. A text is one of a closed list of words, or
 * stands under a name below, for what the service itself made or read.
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
/** Names of our own code, words of settings, currencies, and the host that a webhook reaches. */
type OwnName =
  | 'currency'
  | 'error'
  | 'host'
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

/** The same details, of which those that could hold free text are `never`. */
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
 * The details of a change: `{ 'before.role': 'learner', 'after.role': 'admin' }`. Of what stayed
 * the same there is nothing; of what was created there is no `before`.
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

/** Keeps, of what code reads from data, the ids, moments, numbers and flags. */
export function withoutTexts(facts: Readonly<Record<string, unknown>>) {
  const kept = Object.entries(facts).filter(([, value]) =>
    typeof value === 'string'
      ? idOrMoment.test(value)
      : ['number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(kept) as Record<`${string}Id`, string | number | boolean>
}

import type { LessonDetails, LessonType } from '../../../../content/lessons/lesson-type-names.ts'
import { type OwnType, ownOf, ownTypes } from '../../../../content/lessons/types.ts'
import { AppError } from '../../../errors/errors.ts'

/** Fields that authors write beside the text; the page of a book is not theirs to change. */
type AuthoredDetails = Pick<LessonDetails, OwnType | 'prerequisites' | 'available' | 'due'>
const names = new Set<string>([
  ...ownTypes.map(({ type }) => type),
  ...['prerequisites', 'available', 'due'],
])

/** The given changes; null removes a field. */
type GivenDetails = { [Name in keyof AuthoredDetails]: AuthoredDetails[Name] | null }

type DetailsInput = {
  [Name in Exclude<keyof AuthoredDetails, 'prerequisites'>]?:
    | AuthoredDetails[Name]
    | null
    | undefined
} & { requires?: string[] | undefined }

/** Splits off what an input gives beside the text; undefined if that is nothing. */
export function withDetails<Input extends DetailsInput>(
  input: Input,
): { fields: Omit<Input, keyof DetailsInput>; given: GivenDetails | undefined } {
  const { requires, ...others } = input
  // Stores it under the name that it had before it was enforced.
  const prerequisites = requires?.length === 0 ? null : requires
  const stated = { ...others, prerequisites }
  const entries = Object.entries(stated).filter(([, value]) => value !== undefined)
  const given = entries.filter(([name]) => names.has(name))
  const fields = entries.filter(([name]) => !names.has(name))
  return {
    fields: Object.fromEntries(fields) as Omit<Input, keyof DetailsInput>,
    given: given.length === 0 ? undefined : Object.fromEntries(given),
  }
}

/** Returns what a new lesson has beside its text. */
export function detailsOf(given: GivenDetails = {}): LessonDetails | null {
  const details = Object.entries(given).filter(([, value]) => value !== null)
  return details.length === 0 ? null : Object.fromEntries(details)
}

/**
 * Returns the type that a lesson must have for a change to fit it without another look; null for
 * any, undefined where only a look can tell.
 */
export function fittingType(
  given: GivenDetails = {},
  type: LessonType | undefined,
): LessonType | null | undefined {
  const types = ownTypes.flatMap(({ type }) => (given[type] === undefined ? [] : type))
  const [only = null, ...others] = types
  if (others.length > 0 || (only !== null && type !== undefined && type !== only)) return undefined
  return type !== undefined && ownOf(type)?.isNeeded === true ? type : only
}

/** @throws InvalidFields for what a lesson of this type cannot have, or lacks */
export function requireFitting(
  given: GivenDetails = {},
  { type, before }: { type: LessonType; before?: LessonType },
): void {
  const own = ownOf(type)
  const foreign = ownTypes.flatMap((other) =>
    other.type !== type && given[other.type] !== undefined
      ? [{ path: other.type, message: `is for lessons of another type than ${type}: leave it out` }]
      : [],
  )
  const isMissing = own?.isNeeded === true && type !== before && !given[own.type]
  const missing = isMissing
    ? [{ path: own.type, message: `is what a lesson of type ${type} shows: add it` }]
    : []
  const issues = [...foreign, ...missing]
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

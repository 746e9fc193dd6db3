import type { LessonDetails, LessonType } from '../../../../db/queries/courses/lessons.ts'
import { AppError } from '../../../errors/errors.ts'

/** Fields that authors write beside the text. The page of a book is not theirs to change. */
type AuthoredDetails = Omit<LessonDetails, 'page'>

/** What belongs to one type of lesson alone, and whether a lesson of the type needs it. */
const ownDetails = {
  text: null,
  video: { name: 'video', isNeeded: false },
  file: { name: 'file', isNeeded: true },
  link: { name: 'link', isNeeded: true },
} as const satisfies Record<
  LessonType,
  { name: Exclude<keyof AuthoredDetails, 'prerequisites'>; isNeeded: boolean } | null
>

/** What is given of it; null takes it away. */
type GivenDetails = { [Name in keyof AuthoredDetails]: AuthoredDetails[Name] | null }

type DetailsInput = {
  [Name in keyof AuthoredDetails]?: AuthoredDetails[Name] | null | undefined
}

/** The other fields of an input, and what is given beside the text; undefined if nothing is. */
export function withDetails<Input extends DetailsInput>({
  video,
  file,
  link,
  prerequisites,
  ...fields
}: Input): { fields: Omit<Input, keyof DetailsInput>; given: GivenDetails | undefined } {
  const given: GivenDetails = {
    ...(video !== undefined && { video }),
    ...(file !== undefined && { file }),
    ...(link !== undefined && { link }),
    ...(prerequisites !== undefined && {
      prerequisites: prerequisites?.length === 0 ? null : prerequisites,
    }),
  }
  return { fields, given: Object.keys(given).length === 0 ? undefined : given }
}

/** What a new lesson has beside its text. */
export function detailsOf(given: GivenDetails = {}): LessonDetails | null {
  const { video, file, link, prerequisites } = given
  const details: LessonDetails = {
    ...(video && { video }),
    ...(file && { file }),
    ...(link && { link }),
    ...(prerequisites && { prerequisites }),
  }
  return Object.keys(details).length === 0 ? null : details
}

/**
 * The type that a lesson must have for a change to fit it without another look; null for any,
 * undefined where only a look can say.
 */
export function fittingType(
  given: GivenDetails = {},
  type: LessonType | undefined,
): LessonType | null | undefined {
  const types = Object.entries(ownDetails).flatMap(([type, own]) =>
    own !== null && given[own.name] !== undefined ? [type as LessonType] : [],
  )
  const [only = null, ...others] = types
  if (others.length > 0 || (only !== null && type !== undefined && type !== only)) return undefined
  return type !== undefined && ownDetails[type]?.isNeeded === true ? type : only
}

/** @throws InvalidFields for what a lesson of this type cannot have, or lacks */
export function requireFitting(
  given: GivenDetails = {},
  { type, before }: { type: LessonType; before?: LessonType },
): void {
  const own = ownDetails[type]
  const foreign = Object.values(ownDetails).flatMap((other) =>
    other !== null && other.name !== own?.name && given[other.name] !== undefined
      ? [{ path: other.name, message: `is for lessons of another type than ${type}: leave it out` }]
      : [],
  )
  const isMissing = own?.isNeeded === true && type !== before && !given[own.name]
  const missing = isMissing
    ? [{ path: own.name, message: `is what a lesson of type ${type} shows: add it` }]
    : []
  const issues = [...foreign, ...missing]
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

import { z } from 'zod'
import { assignment } from './assignment.ts'
import { course } from './course.ts'
import { drafted } from './drafted.ts'
import { file } from './file.ts'
import type { LessonTypeParts, OwnParts } from './lesson-type.ts'
import {
  type LessonDetails,
  type LessonType,
  lessonTypeNames,
  lessonTypes,
} from './lesson-type-names.ts'
import { link } from './link.ts'
import { quiz } from './quiz.ts'
import { text } from './text.ts'
import { video } from './video.ts'

const parts = { text, video, file, link, quiz, assignment, course } satisfies {
  [Type in LessonType]: LessonTypeParts
}
type Parts = typeof parts

/** A type whose lessons have more than their texts. */
export type OwnType = {
  [Type in LessonType]: Parts[Type]['own'] extends null ? never : Type
}[LessonType]
type Own<Type extends OwnType> = NonNullable<Parts[Type]['own']>
type Fields = Record<string, unknown>

/** A type whose lessons have a field of their own in course.yaml. */
type FolderType = {
  [Type in OwnType]: Own<Type> extends { field: string } ? Type : never
}[OwnType]

export interface TypeWithParts extends OwnParts {
  type: OwnType
  field?: FolderType extends infer Type extends FolderType ? Own<Type>['field'] : never
  /** Its property that is Markdown. */
  text: string | undefined
}

export const ownTypes: readonly TypeWithParts[] = lessonTypeNames.flatMap((type) => {
  const { own } = partsOf(type)
  return own === null ? [] : [{ ...own, type, text: lessonTypes[type].text } as TypeWithParts]
})

function partsOf(type: LessonType): LessonTypeParts {
  return parts[type]
}

/** Returns a type with its own parts; undefined if its lessons are only texts. */
export function ownOf(type: LessonType): TypeWithParts | undefined {
  return ownTypes.find((own) => own.type === type)
}

/** Returns what is written of a lesson beside its text, with its type. */
export function writtenIn(details: LessonDetails | null): (TypeWithParts & { value: Fields })[] {
  return ownTypes.flatMap((own) => {
    const value = details?.[own.type]
    return value === undefined ? [] : { ...own, value }
  })
}

export interface OwnText {
  name: string
  /** Its path within the lesson. */
  path: string
  /** Markdown. */
  text: string
}

/** Returns the texts that a lesson has beside its own, as authors write them. */
export function textsOf(details: LessonDetails | null): OwnText[] {
  return writtenIn(details).flatMap(({ type, text = '', value }) => {
    const own = value[text]
    return typeof own === 'string' ? { name: text, path: `${type}.${text}`, text: own } : []
  })
}

/** Writes `text, video or link` for people. `Intl.ListFormat` would be a fiftieth of a start. */
export function listed<One>(all: readonly One[], wordOf: (one: One) => string): string {
  const words = all.map(wordOf)
  const last = words.splice(-1)
  return [...(words.length > 0 ? [words.join(', ')] : []), ...last].join(' or ')
}

/** Returns the play time, as written or in course.yaml; 0 if it is unknown or nothing plays. */
export function secondsOf({ seconds }: Fields): number {
  return typeof seconds === 'number' ? seconds : 0
}

export const LessonTypeName = z
  .enum(lessonTypeNames)
  .describe(lessonTypeNames.map((type) => `${type}: ${partsOf(type).means}`).join('; '))

type Part = 'draft' | 'preview' | 'shown'
type TypedShape<Type extends LessonType, Of extends Part> = { type: z.ZodLiteral<Type> } & {
  [Name in Type & OwnType]: Own<Name>[Of]
}
type ByType<Shape extends z.ZodRawShape, Of extends Part> = z.ZodDiscriminatedUnion<
  {
    [Type in LessonType]: z.ZodObject<z.core.util.Extend<Shape, TypedShape<Type, Of>>>
  }[LessonType][],
  'type'
>

/** The type of a lesson with its own part as answered. */
export type Typed<Of extends Part> = {
  [Type in LessonType]: { type: Type } & { [Name in Type & OwnType]: z.output<Own<Name>[Of]> }
}[LessonType]

export function typed<Of extends Part>(
  type: LessonType,
  own: Fields | null | undefined,
): Typed<Of> {
  return { type, ...(partsOf(type).own && { [type]: own ?? null }) } as Typed<Of>
}

/** Makes a schema for each type, of shared fields and its own. `nameOf` names it: `Video`. */
export function byType<Shape extends z.ZodRawShape, Of extends Part>(
  fields: z.ZodObject<Shape>,
  part: Of,
  nameOf: (Type: string) => string,
): ByType<Shape, Of> {
  const optionOf = (type: LessonType) => {
    const { label, description, own } = partsOf(type)
    return fields
      .extend({
        type: z.literal(type).describe(label),
        ...(own && { [type]: part === 'draft' ? drafted(own.draft) : own[part] }),
      })
      .meta({ id: nameOf(type.charAt(0).toUpperCase() + type.slice(1)), description })
  }
  const [first, ...others] = lessonTypeNames
  const options = [optionOf(first), ...others.map(optionOf)] as const
  return z.discriminatedUnion('type', options) as unknown as ByType<Shape, Of>
}

type Given<Type extends OwnType> = Own<Type>['isNeeded'] extends true
  ? Own<Type>['written']
  : z.ZodNullable<Own<Type>['written']>

/** Returns the inputs of each type's own part as a draft holds it; a lesson has one of them. */
export function ownInputs(more: (own: OwnParts) => string): {
  [Type in OwnType]: z.ZodOptional<Given<Type>>
} {
  const inputs = ownTypes.map(({ type, ...own }) => {
    const written = drafted(own.written)
    const given = own.isNeeded ? written : written.nullable()
    return [type, given.optional().describe(`Of a lesson of type \`${type}\`${more(own)}`)]
  })
  return Object.fromEntries(inputs)
}

type FolderFields = {
  [Type in FolderType as Own<Type>['field']]: z.ZodExactOptional<Own<Type>['inFolder']>
}

/** The fields of each type in course.yaml; a lesson has one of them. */
export const folderFields = Object.fromEntries(
  ownTypes.flatMap(({ field, inFolder }) =>
    field === undefined || inFolder === undefined ? [] : [[field, inFolder.exactOptional()]],
  ),
) as FolderFields

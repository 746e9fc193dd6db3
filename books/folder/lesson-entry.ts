import { z } from 'zod'
import { DayRule, isDueBefore } from '../../content/days/days.ts'
import { lessonTypeNames } from '../../content/lessons/lesson-type-names.ts'
import { folderFields, listed, ownOf, ownTypes, secondsOf } from '../../content/lessons/types.ts'
import { FileName, LessonKey, minutes, must, text } from '../../lib/fields/field-schemas.ts'

export const LessonEntry = z
  .strictObject(
    {
      file: FileName.exactOptional(),
      key: LessonKey.exactOptional(),
      formerKeys: z
        .array(LessonKey, must('be a list of keys'))
        .max(100, 'are too many: at most 100 are allowed')
        .exactOptional(),
      title: text(200).exactOptional(),
      type: z.enum(lessonTypeNames, must(`be ${listed(lessonTypeNames, String)}`)).default('text'),
      minutes: minutes(1).exactOptional(),
      required: z.boolean(must('be true or false')).default(true),
      preview: z.boolean(must('be true or false')).default(false),
      ...folderFields,
      requires: z
        .array(LessonKey, must('be a list of keys'))
        .max(100, 'are too many: at most 100 are allowed')
        .exactOptional(),
      available: DayRule.exactOptional(),
      due: DayRule.exactOptional(),
      page: text(1000).exactOptional(),
    },
    must('have fields, like { file: 01-basics.md }'),
  )
  .superRefine((entry, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message, continue: true })
    for (const { type, field } of ownTypes)
      if (field !== undefined && entry[field] !== undefined && type !== entry.type)
        refuse(field, `belongs to lessons of a different type: set type to ${type}`)

    if (isDueBefore(entry)) refuse('due', `is before \`available\`, ${entry.available}`)
    const own = ownOf(entry.type)
    const shows = own?.field && entry[own.field]
    if (own?.isNeeded === true && own.field !== undefined && shows === undefined)
      refuse(own.field, `is missing: a lesson of type ${entry.type} needs it`)
    if (entry.file !== undefined) return
    if (shows === undefined) refuse('file', 'is missing: add it')
    else {
      if (entry.key === undefined) refuse('key', 'is missing: a lesson without a text needs it')
      if (entry.title === undefined) refuse('title', 'is missing: a lesson without a text needs it')
      if (entry.minutes === undefined && secondsOf(shows) === 0)
        refuse('minutes', 'is missing: a lesson without a text needs it')
    }
  })
export type LessonEntry = z.infer<typeof LessonEntry>

/** Returns the parts that an entry has beside its text: of one type, unless something is wrong. */
export function shownIn(entry: LessonEntry) {
  return ownTypes.flatMap((own) => {
    const { field } = own
    const given: Record<string, unknown> | undefined = field && entry[field]
    return field === undefined || given === undefined ? [] : { ...own, field, given }
  })
}

/** Returns the fields of a lesson, or of an object in it. */
export function lessonFieldNames(path: readonly PropertyKey[]): readonly string[] {
  return fieldsAt(LessonEntry, path.slice(path.indexOf('lessons') + 2))
}

function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const [step, ...steps] = path
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => fieldsAt(option, path))
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, steps)
  if (schema instanceof z.ZodObject) {
    const field = typeof step === 'string' ? schema.shape[step] : undefined
    return field === undefined ? Object.keys(schema.shape) : fieldsAt(field, steps)
  }
  return schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault
    ? fieldsAt(schema.unwrap(), path)
    : []
}

import { z } from 'zod'
import { type LessonType, lessonTypes } from '../../../../../db/queries/courses/lessons.ts'
import { LanguageTag } from '../../../../lib/schema.ts'
import { faultOfPath } from '../../../courses/media/file-path.ts'
import { OutsideUrl } from '../../drafts/details-schema.ts'
import { FileName, LessonKey, minutes, must, text } from '../reading/field-schemas.ts'

const addressWords = 'must be an address like https://example.org/page, without a user name in it'
const Address = z
  .string(must('be an address, like https://example.org/page'))
  .refine((address) => OutsideUrl.safeParse(address).success, addressWords)

/** A file of the course by its path in the folder. */
export const FilePath = z
  .string(must("be a file's path from the top of the folder, like img/knot.png"))
  .overwrite((path) => path.normalize('NFC'))
  .superRefine((path, check) => {
    const message = faultOfPath(path)
    if (message !== undefined) check.addIssue({ code: 'custom', message })
  })

const sourceWords = 'must be { file: a path } or { url: an address }'
const Source = z.union(
  [z.strictObject({ file: FilePath }), z.strictObject({ url: Address })],
  sourceWords,
)

const Caption = z.strictObject(
  {
    language: LanguageTag,
    label: text(100).nullable().default(null),
    file: FilePath,
  },
  must('have fields, like { language: en, label: English, file: knot.en.vtt }'),
)

const Video = z.strictObject(
  {
    sources: z
      .array(Source, must('be a list of sources'))
      .min(1, 'are empty: a video needs at least one')
      .max(10, 'are too many: at most 10 are allowed'),
    poster: FilePath.nullable().default(null),
    captions: z
      .array(Caption, must('be a list of captions'))
      .max(50, 'are too many: at most 50 are allowed')
      .default([]),
    seconds: z
      .int(must('be a whole number of seconds from 1 to 86400'))
      .min(1, 'must be a whole number of seconds from 1 to 86400')
      .max(86_400, 'must be a whole number of seconds from 1 to 86400')
      .nullable()
      .default(null),
    transcript: FileName.exactOptional(),
  },
  must('have fields, like sources: [{ file: knot.webm }]'),
)

const Document = z.strictObject({ file: FilePath }, must('have a field, like { file: sheet.pdf }'))
const Link = z.strictObject({ url: Address }, must('have a field, like { url: https://… }'))

/** The field with what a lesson shows, by its type. */
const fieldOfType = {
  text: undefined,
  video: 'video',
  file: 'document',
  link: 'link',
} as const satisfies Record<LessonType, string | undefined>

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
      type: z.enum(lessonTypes, must('be text, video, file or link')).default('text'),
      minutes: minutes(1).exactOptional(),
      required: z.boolean(must('be true or false')).default(true),
      preview: z.boolean(must('be true or false')).default(false),
      video: Video.exactOptional(),
      document: Document.exactOptional(),
      link: Link.exactOptional(),
      prerequisites: z
        .array(LessonKey, must('be a list of keys'))
        .max(100, 'are too many: at most 100 are allowed')
        .exactOptional(),
      page: text(1000).exactOptional(),
    },
    must('have fields, like { file: 01-basics.md }'),
  )
  .superRefine((entry, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message, continue: true })
    const own = fieldOfType[entry.type]
    for (const field of ['video', 'document', 'link'] as const)
      if (entry[field] !== undefined && field !== own)
        refuse(field, `belongs to lessons of a different type: set type to ${typeOf(field)}`)

    const shows = own === undefined ? undefined : entry[own]
    if (own !== undefined && own !== 'video' && shows === undefined)
      refuse(own, `is missing: a lesson of type ${entry.type} needs it`)
    if (entry.file !== undefined) return
    if (shows === undefined) refuse('file', 'is missing: add it')
    else {
      if (entry.key === undefined) refuse('key', 'is missing: a lesson without a text needs it')
      if (entry.title === undefined) refuse('title', 'is missing: a lesson without a text needs it')
      if (entry.minutes === undefined && !entry.video?.seconds)
        refuse('minutes', 'is missing: a lesson without a text needs it')
    }
  })
export type LessonEntry = z.infer<typeof LessonEntry>

function typeOf(field: 'video' | 'document' | 'link'): string {
  return field === 'document' ? 'file' : field
}

const shapes: readonly { field: string; names: readonly string[] }[] = [
  { field: 'sources', names: ['file', 'url'] },
  { field: 'captions', names: Object.keys(Caption.shape) },
  { field: 'video', names: Object.keys(Video.shape) },
  { field: 'document', names: Object.keys(Document.shape) },
  { field: 'link', names: Object.keys(Link.shape) },
]

/** The fields of a lesson, or of what stands in it. */
export function lessonFieldNames(path: readonly PropertyKey[]): readonly string[] {
  const inner = shapes.find(({ field }) => path.includes(field))
  return inner?.names ?? Object.keys(LessonEntry.shape)
}

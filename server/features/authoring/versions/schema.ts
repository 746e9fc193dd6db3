import { z } from 'zod'
import { termsShape } from '../../../../content/course-fields.ts'
import { versionKinds } from '../../../../content/course-values.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  pageInput,
  Revision,
  revisionInput,
  text,
} from '../../../../lib/schema.ts'
import { CourseSummary } from '../../courses/courses/schema.ts'
import { LessonSummary } from '../../courses/lessons/schema.ts'
import { Draft, DraftLessonInput } from '../drafts/schema.ts'
import { Change, Facts, ImpactKind, LessonDiff } from '../impact/schema.ts'

const versionNumber = (description: string) =>
  field(z.int().min(1).max(2_147_483_647), description, 3)

export const VersionKind = z
  .enum(versionKinds)
  .describe(
    'first: the first version; terms: only catalogue data changed; minor: nothing that counts ' +
      'for progress changed; major: lessons came, went, or count differently',
  )

const courseId = field(IdInPath, 'The course', exampleIds.course)

export const PublishInput = namedInput('PublishInput', 'The draft to publish, and its reach', {
  courseId,
  revision: Revision.describe('The revision of the draft whose impact you looked at'),
  baseVersion: field(
    versionNumber('The current version then').nullable(),
    'The current version then; null for the first one',
    3,
  ),
  note: field(
    text(2000).optional(),
    'News of the version. Members of the course, learners who are moved, and learners of older ' +
      'versions read it',
    'The client moved to a new API.',
  ),
  reach: z
    .enum(['new', 'everyone'])
    .default('new')
    .describe(
      'new: only those who enroll from now on get the version; everyone: those who are enrolled ' +
        'get it as well, which only a correction may do: a minor one, or one of words of the ' +
        'course, such as its title. Certificates that were issued keep their words',
    ),
})
export type PublishInput = z.input<typeof PublishInput>

export const Publication = named('Publication', 'The result of publishing a draft', {
  outcome: z
    .enum(['published', 'unchanged'])
    .describe('unchanged: the draft was the same as the current version, and is closed'),
  version: versionNumber('The current version now'),
  kind: VersionKind.nullable().describe('The kind of its changes; null when unchanged'),
  moveId: Id.nullable().meta({
    description: 'The move that brings the correction to everyone; null if there is none',
    examples: ['019a9c44-5d21-7c0e-9b7a-3f1e2d4c5b06'],
  }),
  revision: Revision.describe('The revision of the draft, which is closed'),
})
export type Publication = z.infer<typeof Publication>

export const Version = named('Version', 'A published version of a course', {
  number: versionNumber('The number of the version'),
  kind: VersionKind.nullable().describe(
    'The kind of its changes; null for versions of releases that did not record it',
  ),
  note: field(
    z.string().nullable(),
    'The note of its author; null when there is none',
    'Typing errors.',
  ),
  title: CourseSummary.shape.title,
  publishedAt: Instant.describe('When it was published'),
  lessons: field(z.int(), 'The number of its lessons', 20),
  learners: field(z.int(), 'Enrolled learners who take it now', 120),
})

export const VersionList = listOf(Version, 'Versions of a course, newest first')
export type VersionList = z.infer<typeof VersionList>

export const ListVersionsInput = z.strictObject({ courseId, ...pageInput })
export type ListVersionsInput = z.infer<typeof ListVersionsInput>

const ChosenVersion = versionNumber('The number of the version')

export const GetVersionInput = z.strictObject({ courseId, number: ChosenVersion })
export type GetVersionInput = z.infer<typeof GetVersionInput>

export const VersionLessonInput = DraftLessonInput.extend({ number: ChosenVersion })
export type VersionLessonInput = z.infer<typeof VersionLessonInput>

export const VersionContent = Version.omit({ lessons: true, learners: true })
  .extend({
    ...termsShape,
    license: CourseSummary.shape.license,
    source: CourseSummary.shape.source,
    cover: Draft.shape.cover,
    sections: z
      .array(
        z.object({
          title: field(z.string(), 'Title', 'Getting started'),
          lessons: z
            .array(
              LessonSummary.extend({
                formerKeys: z.array(z.string()).meta({
                  description: 'Keys that the lesson had before; they carry progress as well',
                  examples: [['typed-client']],
                }),
                size: field(z.int(), 'Bytes of its Markdown', 5120),
              }).meta({ id: 'VersionLesson', description: 'A lesson of a version' }),
            )
            .describe('In the order to take them, without their texts'),
        }),
      )
      .describe('In the order to take them'),
  })
  .meta({ id: 'VersionContent', description: 'A published version with its lessons' })
export type VersionContent = z.infer<typeof VersionContent>

export const DiffVersionsInput = z.strictObject({
  courseId,
  from: versionNumber('The version before'),
  to: versionNumber('The version after'),
  lesson: field(
    text(200).optional(),
    'Key of a lesson, in either version, to be compared with its text too',
    'a-typed-client',
  ),
})
export type DiffVersionsInput = z.infer<typeof DiffVersionsInput>

export const VersionDiff = named('VersionDiff', 'The differences between two versions', {
  from: versionNumber('The version before'),
  to: versionNumber('The version after'),
  kind: ImpactKind,
  changes: z.array(Change).describe('The first of them, in the order of the course'),
  changeCount: field(z.int(), 'The number of all changes', 12),
  facts: Facts,
  text: LessonDiff.optional().describe('Present when you asked for a lesson'),
})
export type VersionDiff = z.infer<typeof VersionDiff>

export const RestoreVersionInput = namedInput(
  'RestoreVersionInput',
  'The version to make a draft of',
  {
    courseId,
    number: ChosenVersion,
    ...revisionInput,
    replaceDraft: z
      .boolean()
      .default(false)
      .describe('Replace a draft that is open, which is lost then'),
  },
)
export type RestoreVersionInput = z.input<typeof RestoreVersionInput>

export const RestoredDraft = named('RestoredDraft', 'A draft that was made of an old version', {
  revision: Revision.describe('The revision of the draft now'),
  version: versionNumber('The version that the draft was made of'),
  keptTerms: field(
    z.array(z.string()),
    'Terms that were different then and stay as they are: an owner changes them',
    ['title'],
  ),
})
export type RestoredDraft = z.infer<typeof RestoredDraft>

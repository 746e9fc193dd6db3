import { z } from 'zod'
import { announcementAudiences } from '../../../../db/schema/learning/announcements.ts'
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
  text,
} from '../../../../lib/schema.ts'
import { ChosenCohort } from '../../platform/admin/choice-schema.ts'

const exampleId = '019a9c44-3a10-7d5e-8b21-4c6d7e8f9a08'
const courseId = field(IdInPath, 'Id of the course', exampleIds.course)
export const announcementText = field(
  text(4_000),
  'Plain text; an empty line begins a paragraph',
  'The meeting on Friday begins at ten.',
)

const audience = z.enum(announcementAudiences).meta({
  description:
    'all: everyone in the course; cohort: members of one; stuck: those who began, have not ' +
    'completed it and reported nothing for some days, until they go on; chosen: learners chosen ' +
    'one by one, by `learners.act`',
  examples: ['all'],
})

const shownFields = {
  id: field(Id, 'Id of the announcement', exampleId),
  text: announcementText,
  author: z
    .object({
      id: field(Id, 'The user', exampleIds.user),
      name: field(z.string(), 'Name of the user', 'Olive Owner'),
    })
    .nullable()
    .describe('Who posted it; null once the account is erased'),
  postedAt: Instant.describe('When it was posted'),
  editedAt: Instant.nullable().describe('When its text was changed last; null: never'),
}

export const Announcement = named('Announcement', 'An announcement of a course', {
  ...shownFields,
  audience,
  cohort: z
    .object({
      id: field(Id, 'Id of the cohort', exampleIds.cohort),
      name: field(z.string(), 'Name of the cohort', 'Class of 2026'),
    })
    .nullable()
    .describe('Whose members it is for; null for another audience'),
  quietSince: Instant.nullable().describe(
    'Of those who are stuck: since when they have reported nothing; null for another audience',
  ),
  goesOutAt: Instant.nullable().describe('When learners get it; null: they have'),
  byMail: z
    .boolean()
    .describe(
      'Whether it is mailed too, to those who want that; false where the course has mailed ' +
        'another on the same day (UTC). To those who are chosen it always is',
    ),
})
export type Announcement = z.infer<typeof Announcement>

export const AnnouncementList = listOf(Announcement, 'The announcements of a course, newest first')
export type AnnouncementList = z.infer<typeof AnnouncementList>

export const LearnersAnnouncement = named(
  'LearnersAnnouncement',
  'What you are told about a course',
  shownFields,
)
export const LearnersAnnouncementList = listOf(
  LearnersAnnouncement,
  'The announcements of a course that are for you, newest first',
)
export type LearnersAnnouncementList = z.infer<typeof LearnersAnnouncementList>

export const ListAnnouncementsInput = z.strictObject({ courseId, ...pageInput })
export type ListAnnouncementsInput = z.infer<typeof ListAnnouncementsInput>

export const PostAnnouncementInput = namedInput('PostAnnouncementInput', 'What to tell whom', {
  courseId,
  text: announcementText,
  audience: audience.exclude(['chosen']).meta({
    description: 'Whom it is for, as in the answer',
    examples: ['all'],
  }),
  cohort: ChosenCohort.optional().meta({
    description: 'Id or name of a cohort that has the course; for that audience only',
  }),
  days: field(
    z.int().min(1).max(365).optional(),
    'After how many days without a report they are stuck; for that audience only',
    14,
  ),
  at: Instant.optional().describe(
    'When it goes out, within a year; nobody sees it before. Default: at once',
  ),
})
export type PostAnnouncementInput = z.infer<typeof PostAnnouncementInput>

export const AnnouncementInput = z.strictObject({
  courseId,
  announcementId: field(IdInPath, 'Id of the announcement', exampleId),
})
export type AnnouncementInput = z.infer<typeof AnnouncementInput>

export const EditAnnouncementInput = namedInput('EditAnnouncementInput', 'What it says now', {
  courseId,
  announcementId: field(IdInPath, 'Id of the announcement', exampleId),
  text: announcementText,
})
export type EditAnnouncementInput = z.infer<typeof EditAnnouncementInput>

export const DeletedAnnouncement = named('DeletedAnnouncement', 'The announcement that is gone', {
  id: field(Id, 'Id of the announcement', exampleId),
})

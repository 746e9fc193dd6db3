import { z } from 'zod'
import { memberRoles } from '../../../../content/course-values.ts'
import { notificationKinds } from '../../../../db/schema/platform/notifications.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  Money,
  named,
  namedInput,
  pageInput,
} from '../../../../lib/schema.ts'

const exampleId = '019a9c45-4b21-7c63-9d32-5e7f8a9b0c09'

export const Notification = named('Notification', 'Something that concerns you', {
  id: field(Id, 'Id of the notification', exampleId),
  kind: field(z.enum(notificationKinds), 'What happened', 'submission-graded'),
  createdAt: Instant.describe('When it happened'),
  readAt: Instant.nullable().describe('When you read it; null: not yet'),
  courseId: field(Id.nullable(), 'The course; null where it is of none', exampleIds.course),
  title: field(z.string().nullable(), 'Title of the course then', 'Knots'),
  lessonKey: field(
    z.string().nullable(),
    'Key of the lesson in its course; null for the course as a whole',
    'signing-in',
  ),
  lesson: field(z.string().nullable(), 'Title of the lesson then', 'Tie one'),
  subjectId: Id.nullable().meta({
    description:
      'The announcement, submission, certificate, purchase, question or report, by the kind',
    examples: [exampleIds.certificate],
  }),
  day: field(
    z.string().nullable(),
    'Until when a lesson may be handed in, or a certificate counts',
    '2027-01-10',
  ),
  done: field(
    z.boolean().nullable(),
    'lesson-marked: whether the lesson is done, or open again; course-moved: whether it completed ' +
      'the course; certificate-expiry: whether it has expired; certificate-ready: whether it ' +
      'replaces one',
    false,
  ),
  version: field(z.number().int().nullable(), 'The version of the course moved to', 3),
  role: field(z.enum(memberRoles).nullable(), 'Your role in the course: member-added', 'teacher'),
  amount: Money.nullable().describe('What was paid or refunded'),
  count: field(z.number().int().nullable(), 'How many things wait for you: reminder', 3),
})
export type Notification = z.infer<typeof Notification>

export const NotificationList = listOf(Notification, 'What concerns you, newest first')
export type NotificationList = z.infer<typeof NotificationList>

export const ListNotificationsInput = z.strictObject(pageInput)
export type ListNotificationsInput = z.infer<typeof ListNotificationsInput>

export const UnreadNotifications = named('UnreadNotifications', 'What you have not read', {
  unread: field(z.number().int().min(0).max(100), 'How many; 100 stands for a hundred and more', 3),
})
export type UnreadNotifications = z.infer<typeof UnreadNotifications>

export const MarkReadInput = namedInput('MarkReadInput', 'What you have read', {
  notificationId: field(IdInPath, 'Id of the notification', exampleId),
  older: field(
    z.boolean().default(false),
    'Whether you have read all before it, too: with the newest that you see, all',
    true,
  ),
})
export type MarkReadInput = z.infer<typeof MarkReadInput>

import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { listAnnouncements, listMyAnnouncements } from './list-announcements.ts'
import { deleteAnnouncement, editAnnouncement, postAnnouncement } from './post-announcement.ts'
import * as schema from './schema.ts'

export const announcementsRouter = router({
  list: memberProcedure('readLearners')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/announcements',
      summary: 'List the announcements of a course',
    })
    .input(schema.ListAnnouncementsInput)
    .output(schema.AnnouncementList)
    .query(({ ctx, input }) => listAnnouncements(ctx, input)),

  post: memberProcedure('teach')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/announcements',
      summary: 'Post an announcement in a course',
      description:
        "It appears among the learners' courses, and is mailed to those who want that, unless the " +
        'course has mailed another that day (UTC): `byMail` says so. A teacher of cohorts reaches ' +
        'only their members. With `at` it waits until then, and the mail of its day is decided then.',
      status: 201,
      errors: ['CohortNotFound', 'Forbidden'],
      limits: [
        'announcementsPerAccount',
        'announcementMailsPerCourse',
        'announcementMailsPerLearner',
      ],
    })
    .input(schema.PostAnnouncementInput)
    .output(schema.Announcement)
    .mutation(({ ctx, input }) => postAnnouncement(ctx, input)),

  edit: memberProcedure('teach')
    .meta({
      route: 'PATCH /api/v1/authoring/courses/{courseId}/announcements/{announcementId}',
      summary: 'Change the text of an announcement',
      description:
        'Learners see that it was changed. Mails that are not sent yet have the new text; nobody ' +
        'is mailed again.',
      errors: ['AnnouncementNotFound'],
      limits: ['announcementsPerAccount'],
      repeatable: true,
    })
    .input(schema.EditAnnouncementInput)
    .output(schema.Announcement)
    .mutation(({ ctx, input }) => editAnnouncement(ctx, input)),

  delete: memberProcedure('teach')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}/announcements/{announcementId}',
      summary: 'Delete an announcement',
      description: 'Nobody sees it any more, and mails that are not sent yet are not sent.',
      errors: ['AnnouncementNotFound'],
    })
    .input(schema.AnnouncementInput)
    .output(schema.DeletedAnnouncement)
    .mutation(({ ctx, input }) => deleteAnnouncement(ctx, input)),
})

export const myAnnouncementProcedures = {
  announcements: userProcedure
    .meta({
      route: 'GET /api/v1/me/courses/{courseId}/announcements',
      summary: 'List what you are told about a course, newest first',
      noStore: true,
      errors: ['NotEnrolled'],
    })
    .input(schema.ListAnnouncementsInput)
    .output(schema.LearnersAnnouncementList)
    .query(({ ctx, input }) => listMyAnnouncements(ctx, input)),
}

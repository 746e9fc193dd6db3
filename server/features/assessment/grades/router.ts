import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { giveTimeOnce } from '../deadlines/give-time.ts'
import { GivenTime, GiveTimeInput } from '../deadlines/schema.ts'
import { grantAccommodation, listAccommodations, revokeAccommodation } from './accommodate.ts'
import { excuseLearner } from './excuse.ts'
import { getGradebook, getOwnGrades } from './read-grades.ts'
import { getRegrade, listRegraded, requestRegrade } from './request-regrade.ts'
import * as schema from './schema.ts'

const ofCourse = '/api/v1/authoring/courses/{courseId}' as const

export const gradesRouter = router({
  own: userProcedure
    .meta({
      route: 'GET /api/v1/courses/{courseId}/grades',
      summary: 'Show your grades in a course',
      description: 'Lesson by lesson, with when each is due for you, and the grade of the course.',
      errors: ['CourseNotFound', 'NotEnrolled'],
      noStore: true,
    })
    .input(schema.OwnGradesInput)
    .output(schema.OwnGradeList)
    .query(({ ctx, input }) => getOwnGrades(ctx, input)),

  gradebook: memberProcedure('readGrades')
    .meta({
      route: `GET ${ofCourse}/gradebook`,
      summary: 'Read the gradebook of a course',
      description:
        'Learners who are enrolled, and what they have at its graded lessons. A teacher of cohorts ' +
        'sees their members.',
      noStore: true,
    })
    .input(schema.GradebookInput)
    .output(schema.Gradebook)
    .query(({ ctx, input }) => getGradebook(ctx, input)),

  regrade: memberProcedure('write')
    .meta({
      route: `POST ${ofCourse}/questions/{key}/regrade`,
      summary: 'Grade a question again',
      description:
        'In all attempts that asked it, and in those that are submitted later. It gives points, ' +
        'passes, completions and certificates, and takes none unless you say so. First try it ' +
        'with `dryRun`: the real one does the same. A large one goes on after the answer. Nobody ' +
        'but an administrator grades their own attempts again.',
      errors: ['QuestionNotFound', 'RegradeRunning'],
      limits: ['regradesPerAccount'],
    })
    .input(schema.RegradeQuestionInput)
    .output(schema.Regrade)
    .mutation(({ ctx, input }) => requestRegrade(ctx, input)),

  getRegrade: memberProcedure('readGrades')
    .meta({
      route: `GET ${ofCourse}/regrades/{regradeId}`,
      summary: 'Show how far a regrade is, and what it does',
      errors: ['RegradeNotFound'],
      noStore: true,
    })
    .input(schema.RegradeInput)
    .output(schema.Regrade)
    .query(({ ctx, input }) => getRegrade(ctx, input)),

  regraded: memberProcedure('readGrades')
    .meta({
      route: `GET ${ofCourse}/regrades/{regradeId}/learners`,
      summary: 'List whom a regrade changes something for',
      description: 'Kept for 30 days; the gradings stay.',
      errors: ['RegradeNotFound'],
      noStore: true,
    })
    .input(schema.ListRegradedInput)
    .output(schema.RegradedList)
    .query(({ ctx, input }) => listRegraded(ctx, input)),

  accommodations: memberProcedure('readGrades')
    .meta({
      route: `GET ${ofCourse}/accommodations`,
      summary: 'List what some learners get that others do not',
      noStore: true,
    })
    .input(schema.ListAccommodationsInput)
    .output(schema.GrantedAccommodationList)
    .query(({ ctx, input }) => listAccommodations(ctx, input)),

  grant: memberProcedure('own')
    .meta({
      route: `PUT ${ofCourse}/accommodations/{userId}`,
      summary: 'Give a learner more time or attempts',
      description:
        'In place of what was given before, for attempts that run as well. The learner sees it, ' +
        'with the reason.',
      errors: ['NotForYourself', 'EnrollmentNotFound'],
    })
    .input(schema.GrantInput)
    .output(schema.GrantedAccommodation)
    .mutation(({ ctx, input }) => grantAccommodation(ctx, input)),

  revoke: memberProcedure('own')
    .meta({
      route: `DELETE ${ofCourse}/accommodations/{userId}`,
      summary: 'Take an accommodation back',
      description:
        'Attempts that run have the time of others, and two minutes to hand in at least.',
      errors: ['EnrollmentNotFound'],
    })
    .input(schema.RevokeInput)
    .output(schema.RevokedAccommodation)
    .mutation(({ ctx, input }) => revokeAccommodation(ctx, input)),

  excuse: memberProcedure('grade')
    .meta({
      route: `PUT ${ofCourse}/learners/{userId}/lessons/{key}/excuse`,
      summary: 'Excuse a learner from a graded lesson, or let it count again',
      description:
        'It does not count in the grade until the learner passes it. It does not complete the ' +
        'lesson: see learners.markLesson. A certificate is replaced if its grade rises, and keeps ' +
        'it once the lesson counts again.',
      errors: ['NotForYourself', 'EnrollmentNotFound', 'LessonNotFound'],
    })
    .input(schema.ExcuseInput)
    .output(schema.Excuse)
    .mutation(({ ctx, input }) => excuseLearner(ctx, input)),

  giveTime: memberProcedure('extend')
    .meta({
      route: `POST ${ofCourse}/attempts/time`,
      summary: 'Give minutes to all open attempts',
      description:
        'Of the course, a quiz or a cohort, where there is a time limit. Learners see it within half ' +
        'a minute. With `reopenMinutes` those go on as well that ended by their time, did not pass, ' +
        'were graded by no person, showed no right answers, and were followed by no other. A teacher ' +
        'of cohorts names one. Nobody but an administrator gives time to themselves.',
      errors: ['LessonNotFound', 'CohortNotFound'],
      limits: ['enrollmentsGivenPerAccount'],
      idempotent: true,
    })
    .input(GiveTimeInput)
    .output(GivenTime)
    .mutation(({ ctx, input }) => giveTimeOnce(ctx, input)),
})

import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { listMyReports, reportFlaw, withdrawReport } from './report-flaw.ts'
import * as schema from './schema.ts'
import { getFlaw, listFlaws, listFlawWords, settleFlaw } from './settle-flaw.ts'

const ofCourse = '/api/v1/authoring/courses/{courseId}/flaws'

export const flawsRouter = router({
  report: userProcedure
    .meta({
      route: 'POST /api/v1/lessons/{lessonId}/flaws',
      summary: 'Report that something is wrong with a lesson',
      description:
        'Or with a question, by your attempt and its position. Reports of the same kind are one ' +
        'case; a second one of yours replaces the first.',
      status: 201,
      statusWhenExisting: 200,
      meansWhenExisting: 'You had reported it already: your words are replaced',
      errors: ['LessonNotFound', 'NotEnrolled', 'LessonLocked', 'AttemptNotFound'],
      limits: ['flawReportsPerAccount'],
      repeatable: true,
    })
    .input(schema.ReportFlawInput)
    .output(schema.FlawReport)
    .mutation(({ ctx, input }) => reportFlaw(ctx, input)),

  mine: userProcedure
    .meta({
      route: 'GET /api/v1/me/flaw-reports',
      summary: 'List what you reported, newest first',
      noStore: true,
    })
    .input(schema.ListReportsInput)
    .output(schema.FlawReportList)
    .query(({ ctx, input }) => listMyReports(ctx, input)),

  withdraw: userProcedure
    .meta({
      route: 'DELETE /api/v1/me/flaw-reports/{reportId}',
      summary: 'Withdraw a report of yours',
      description: 'The case goes with it if nobody else has reported it.',
      errors: ['FlawNotFound'],
    })
    .input(schema.WithdrawInput)
    .output(schema.WithdrawnReport)
    .mutation(({ ctx, input }) => withdrawReport(ctx, input)),

  list: memberProcedure('read')
    .meta({
      route: `GET ${ofCourse}`,
      summary: 'List what learners say is wrong, newest first',
      noStore: true,
    })
    .input(schema.ListFlawsInput)
    .output(schema.FlawList)
    .query(({ ctx, input }) => listFlaws(ctx, input)),

  get: memberProcedure('read')
    .meta({
      route: `GET ${ofCourse}/{flawId}`,
      summary: 'Show a case',
      errors: ['FlawNotFound'],
      noStore: true,
    })
    .input(schema.FlawInput)
    .output(schema.Flaw)
    .query(({ ctx, input }) => getFlaw(ctx, input)),

  words: memberProcedure('read')
    .meta({
      route: `GET ${ofCourse}/{flawId}/reports`,
      summary: 'List what learners say about a case',
      description: 'With their answers, and without their names.',
      errors: ['FlawNotFound'],
      noStore: true,
    })
    .input(schema.FlawWordsInput)
    .output(schema.FlawWordsList)
    .query(({ ctx, input }) => listFlawWords(ctx, input)),

  settle: memberProcedure('write')
    .meta({
      route: `POST ${ofCourse}/{flawId}/settle`,
      summary: 'Settle a case',
      description:
        'Whoever reported it is told, with your words. Publishing a version settles nothing. Who ' +
        'reports it later opens a new case.',
      errors: ['FlawNotFound', 'FlawSettled'],
    })
    .input(schema.SettleFlawInput)
    .output(schema.Flaw)
    .mutation(({ ctx, input }) => settleFlaw(ctx, input)),
})

import { adminProcedure, router } from '../../../trpc.ts'
import * as admin from './admin.ts'
import * as schema from './schema.ts'

const path = '/api/v1/admin/courses/{courseId}/seats'

export const seatsRouter = router({
  get: adminProcedure('enrollments:read')
    .meta({
      route: `GET ${path}`,
      summary: 'Get the seats of a course, and when it takes learners',
      errors: ['CourseNotFound'],
    })
    .input(schema.SeatsInput)
    .output(schema.Seats)
    .query(({ ctx, input }) => admin.getSeatsAsAdmin(ctx, input)),

  update: adminProcedure('enrollments:write')
    .meta({
      route: `PATCH ${path}`,
      summary: 'Limit the seats of a course, or when it takes learners',
      description:
        'Learners, open purchases and invitations hold a seat each. The window is for what ' +
        'learners do themselves: administrators enroll at any time.',
      errors: ['CourseNotFound', 'SeatsTaken'],
      limits: ['enrollmentsGivenPerAccount'],
      repeatable: true,
    })
    .input(schema.UpdateSeatsInput)
    .output(schema.Seats)
    .mutation(({ ctx, input }) => admin.setSeatsAsAdmin(ctx, input)),

  remove: adminProcedure('enrollments:write')
    .meta({
      route: `DELETE ${path}`,
      summary: 'Remove the limit of seats and the enrollment window of a course',
      errors: ['CourseNotFound'],
      limits: ['enrollmentsGivenPerAccount'],
      repeatable: true,
    })
    .input(schema.SeatsInput)
    .output(schema.Seats)
    .mutation(({ ctx, input }) => admin.removeSeatsAsAdmin(ctx, input)),
})

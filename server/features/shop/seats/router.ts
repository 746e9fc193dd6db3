import { adminProcedure, rest, router } from '../../../trpc.ts'
import { getSeatsAsAdmin, removeSeatsAsAdmin, setSeatsAsAdmin } from './admin.ts'
import { Seats, SeatsInput, UpdateSeatsInput } from './schema.ts'

const path = '/api/v1/admin/courses/{courseId}/seats'

export const seatsRouter = router({
  get: adminProcedure('enrollments:read')
    .meta(
      rest(`GET ${path}`, {
        summary: 'Get the seats of a course, and when it takes learners',
        errors: ['CourseNotFound'],
      }),
    )
    .input(SeatsInput.strict())
    .output(Seats)
    .query(({ ctx, input }) => getSeatsAsAdmin(ctx, input)),

  update: adminProcedure('enrollments:write')
    .meta(
      rest(`PATCH ${path}`, {
        summary: 'Limit the seats of a course, or when it takes learners',
        description:
          'Learners, open purchases and invitations hold a seat each. The window is for what ' +
          'learners do themselves: administrators enroll at any time.',
        errors: ['CourseNotFound', 'SeatsTaken'],
        limits: ['enrollmentsGivenPerAccount'],
        repeatable: true,
      }),
    )
    .input(UpdateSeatsInput)
    .output(Seats)
    .mutation(({ ctx, input }) => setSeatsAsAdmin(ctx, input)),

  remove: adminProcedure('enrollments:write')
    .meta(
      rest(`DELETE ${path}`, {
        summary: 'Remove the limit of seats and the enrollment window of a course',
        errors: ['CourseNotFound'],
        limits: ['enrollmentsGivenPerAccount'],
        repeatable: true,
      }),
    )
    .input(SeatsInput)
    .output(Seats)
    .mutation(({ ctx, input }) => removeSeatsAsAdmin(ctx, input)),
})

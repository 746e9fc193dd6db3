import { deskProcedure, rest, router } from '../../../trpc.ts'
import { getSeatsAtDesk, removeSeatsAtDesk, setSeatsAtDesk } from './desk.ts'
import { Seats, SeatsInput, UpdateSeatsInput } from './schema.ts'

const path = '/api/v1/admin/courses/{courseId}/seats'

export const seatsRouter = router({
  get: deskProcedure('enrollments:read')
    .meta(
      rest(`GET ${path}`, {
        summary: 'Get the seats of a course, and when it takes learners',
        errors: ['CourseNotFound'],
      }),
    )
    .input(SeatsInput.strict())
    .output(Seats)
    .query(({ ctx, input }) => getSeatsAtDesk(ctx, input)),

  update: deskProcedure('enrollments:write')
    .meta(
      rest(`PATCH ${path}`, {
        summary: 'Limit the seats of a course, or when it takes learners',
        description:
          'Learners, open purchases and invitations hold a seat each. The window is for what ' +
          'learners do themselves: the desk enrolls at any time.',
        errors: ['CourseNotFound', 'SeatsTaken'],
        limits: ['enrollmentsGivenPerAccount'],
        repeatable: true,
      }),
    )
    .input(UpdateSeatsInput)
    .output(Seats)
    .mutation(({ ctx, input }) => setSeatsAtDesk(ctx, input)),

  remove: deskProcedure('enrollments:write')
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
    .mutation(({ ctx, input }) => removeSeatsAtDesk(ctx, input)),
})

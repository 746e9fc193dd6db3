import { userProcedure } from '../../../trpc.ts'
import * as schema from './schema.ts'
import { getTeacher, updateTeacher } from './teacher.ts'

export const teacherProcedures = {
  teacher: userProcedure
    .meta({
      route: 'GET /api/v1/me/teacher/{courseId}',
      summary: 'See how the page of a course shows you',
      errors: ['MemberNotFound'],
      noStore: true,
      description: 'For those who work on the course. Nobody is shown who has not agreed.',
    })
    .input(schema.TeacherInput)
    .output(schema.TeacherProfile)
    .query(({ ctx, input }) => getTeacher(ctx, input)),

  updateTeacher: userProcedure
    .meta({
      route: 'PATCH /api/v1/me/teacher/{courseId}',
      summary: 'Agree to be shown on the page of a course, and say who you are',
      errors: ['MemberNotFound'],
      limits: ['portraitsPerAccount'],
      longBody: true,
      repeatable: true,
      description:
        'Fields that you leave out stay as they are. Biography and picture are the same on all ' +
        'courses; whether you are shown is decided for each. It ends with your membership.',
    })
    .input(schema.UpdateTeacherInput)
    .output(schema.TeacherProfile)
    .mutation(({ ctx, input }) => updateTeacher(ctx, input)),
}

import { userProcedure } from '../../../trpc.ts'
import * as schema from './schema.ts'
import { searchLessons } from './search-lessons.ts'

export const searchProcedures = {
  lessons: userProcedure
    .meta({
      route: 'GET /api/v1/search',
      summary: 'Search the lessons of your courses',
      limits: ['searchesPerAccount'],
      noStore: true,
      description:
        'Titles, texts and transcripts of the courses you are enrolled in, in your version of ' +
        'each. What was published a moment ago may be found a few seconds later.',
    })
    .input(schema.SearchLessonsInput)
    .output(schema.FoundLessonList)
    .query(({ ctx, input }) => searchLessons(ctx, input)),
}

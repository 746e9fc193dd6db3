import { coursesRouter, programsRouter } from './courses/router.ts'
import { lessonsRouter } from './lessons/router.ts'
import { searchProcedures } from './search/router.ts'

export const courses = {
  routers: {
    courses: coursesRouter,
    programs: programsRouter,
    lessons: lessonsRouter,
  },
  search: searchProcedures,
}

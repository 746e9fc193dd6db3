import type { Logger } from 'pino'
import { connectDatabase } from '../../db/client.ts'
import type { CourseContent, LessonContent } from '../../server/features/authoring/drafts/types.ts'
import { createServiceJobs } from '../../server/job-kinds.ts'
import { benchDeps } from './deps.ts'
import { fillSchool } from './school.ts'

/** The first course of a school that was filled: the long one. */
export const longCourse = 'school-course-1'

/** What a version of it is, in sections of ten lessons. */
export function longCourseOf(lessons: LessonContent[]): CourseContent {
  return {
    slug: longCourse,
    title: 'A long course',
    summary: 'It has many lessons.',
    language: 'en',
    price: { amount: 2900, currency: 'USD' },
    sections: Array.from({ length: Math.ceil(lessons.length / 10) }, (_, number) => ({
      title: `Section ${number}`,
      lessons: lessons.slice(number * 10, number * 10 + 10),
    })),
  }
}

/** Fills a database with the course and its learners, who have begun some twenty lessons each. */
export function fillLongCourse(
  databaseUrl: string,
  { learners, lessons }: { learners: number; lessons: number },
): Promise<void> {
  return fillSchool(databaseUrl, {
    courses: 2,
    lessonsPerCourse: lessons,
    users: learners,
    coursesPerUser: 1,
    lessonsBegun: 20,
    purchases: 0,
    completedShare: 0.01,
  })
}

/** The service's dependencies with its jobs, which do not run by themselves. */
export async function openService(databaseUrl: string, log: Logger) {
  const database = connectDatabase({ url: databaseUrl, log })
  const jobs = await createServiceJobs({ db: database.db, log, maintain: false })
  const deps = await benchDeps({ log, database, jobs })
  return {
    deps,
    jobs,
    close: async () => {
      await jobs.stop()
      await database.close()
    },
  }
}

import { countSubjects } from '../../../../db/queries/courses/catalogue/subjects.ts'
import type { Context } from '../../../context.ts'
import type { SubjectList } from './schema.ts'

const mostSubjects = 100

/** Lists the subjects of published courses, with the school's names for them. */
export async function listSubjects({ db, config }: Context): Promise<SubjectList> {
  const counted = await countSubjects(db, { limit: mostSubjects })
  return {
    items: counted.map(({ slug, courses }) => ({
      slug,
      courses,
      names: config.subjectNames[slug] ?? {},
    })),
  }
}

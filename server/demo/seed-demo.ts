import { join } from 'node:path'
import type { CourseContent } from '../../content/draft.ts'
import { countCourses } from '../../db/queries/courses/courses/courses.ts'
import { insertUser } from '../../db/queries/people/users/users.ts'
import { newId } from '../../lib/ids.ts'
import { type Deps, inTransaction } from '../context.ts'
import { publishCourse } from '../features/authoring/import/publish-course.ts'
import { storeReading } from '../features/authoring/import/store-reading.ts'
import { demoAccounts } from './demo-accounts.ts'

const demoCourses = ['free/first-hour-with-the-api', 'paid/building-a-course-player']

/**
 * Loads the demo courses and accounts, all or none of them, into a database without any course.
 * Returns whether it did.
 */
export async function seedDemo(ctx: Deps): Promise<boolean> {
  if ((await countCourses(ctx.db)) > 0) return false
  const users = await Promise.all(demoAccounts.map((account) => makeUser(ctx, account)))
  const { readCourseFolder } = await import('../../books/folder/course-folder.ts')
  const courses: CourseContent[] = []
  for (const name of demoCourses) {
    const reading = await readCourseFolder(join(import.meta.dirname, name))
    courses.push((await storeReading(ctx, reading)).course)
  }

  return inTransaction(ctx, async (ctx) => {
    // Lets the second of two seeding servers wait here, at the unique email, until the first is
    // done.
    for (const user of users) await insertUser(ctx.db, user)
    if ((await countCourses(ctx.db)) > 0) return false

    for (const course of courses) await publishCourse(ctx, course)
    return true
  })
}

async function makeUser(
  { passwords, now }: Deps,
  { email, name, role, password }: (typeof demoAccounts)[number],
) {
  const { hash, pepperVersion } = await passwords.hash(password)
  const at = now()
  return {
    id: newId(),
    email,
    name,
    role,
    passwordHash: hash,
    pepperVersion,
    emailVerifiedAt: at,
    createdAt: at,
  }
}

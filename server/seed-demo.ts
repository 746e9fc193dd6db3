import { join } from 'node:path'
import { insertUser } from '../db/queries/accounts.ts'
import { countCourses } from '../db/queries/catalogue.ts'
import type { Deps } from './context.ts'
import { readCourseFolder } from './features/courses/course-folder.ts'
import { publishCourse } from './features/courses/publish-course.ts'
import { newId } from './ids.ts'

/** Known to everybody: production refuses to load them. */
export const demoAccounts = [
  { email: 'learner@example.com', name: 'Lena Learner', role: 'learner', password: 'learn-something-new' },
  { email: 'admin@example.com', name: 'Adrian Admin', role: 'admin', password: 'look-after-lyceum' },
] as const

const demoCourses = ['free/first-hour-with-the-api', 'paid/building-a-course-player']

/** Loads the demo courses and accounts into a database without any course. True when it did. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  if ((await countCourses(deps.db)) > 0) return false

  for (const { email, name, role, password } of demoAccounts) {
    const { hash, pepperVersion } = await deps.passwords.hash(password)
    const at = deps.now()
    await insertUser(deps.db, { id: newId(), email, name, role, passwordHash: hash, pepperVersion, emailVerifiedAt: at, createdAt: at })
  }
  for (const name of demoCourses) await publishCourse(deps, await readCourseFolder(join(import.meta.dirname, 'demo', name)))
  return true
}

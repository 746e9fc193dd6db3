import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const besideTheProject = join(import.meta.dirname, '../../../shared/content')
const folder = resolve(process.env.TEST_COURSES ?? besideTheProject)

export interface RealCourse {
  path: string
  isHere: boolean
  /**
   * Explains, in a skipped test's title, why the course is missing and how to run the test. Else
   * empty.
   */
  whySkipped: string
}

/**
 * Returns another author's course, larger than the demo courses and not part of the project: a
 * folder in the one that TEST_COURSES names.
 */
export function realCourse(name: 'git-novice' | 'security-101'): RealCourse {
  const path = join(folder, name)
  const isHere = existsSync(join(path, 'course.yaml'))
  return {
    path,
    isHere,
    whySkipped: isHere
      ? ''
      : ` (skipped: run it with TEST_COURSES=<the folder that holds ${name}>)`,
  }
}

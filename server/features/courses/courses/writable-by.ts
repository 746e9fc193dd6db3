import type { CourseTerms } from '../../../../content/course-fields.ts'
import type { ActorDeps, CallerKey } from '../../../context.ts'
import { type Ability, mayOn } from '../../../security/course-roles.ts'

type Rule =
  | 'slug'
  | 'price'
  | 'status'
  | 'requiresReview'
  | 'learnersMayMove'
  | 'honesty'
  | 'html'
  | 'managedBy'
  | 'certificate'

export type FieldOfCourse = keyof CourseTerms | Rule

/**
 * What it takes to change a field of a course, at every door: over HTTP, by a zip, by restoring a
 * version. A folder or repository that an owner chose changes all of them.
 */
export const writableBy = {
  title: 'own',
  summary: 'own',
  language: 'own',
  license: 'own',
  source: 'own',
  authors: 'own',
  categories: 'own',
  tags: 'own',
  level: 'own',
  cover: 'own',
  grade: 'own',
  order: 'own',
  requires: 'own',
  available: 'own',
  due: 'own',
  validFor: 'own',
  choose: 'own',
  slug: 'own',
  price: 'own',
  status: 'own',
  requiresReview: 'own',
  learnersMayMove: 'own',
  honesty: 'own',
  html: 'own',
  managedBy: 'own',
  certificate: 'own',
} as const satisfies Record<FieldOfCourse, Ability>

type Writer = ActorDeps & { caller?: { key?: CallerKey | undefined } }

/** Returns those of the fields that the caller may not change; the operator may change all. */
export async function fieldsRefused<Field extends FieldOfCourse>(
  { db, user, caller = {} }: Writer,
  courseId: string,
  fields: readonly Field[],
): Promise<Field[]> {
  if (user === undefined) return []
  const refused = new Set<Ability>()
  for (const ability of new Set(fields.map((field) => writableBy[field])))
    if (!(await mayOn({ db, user, caller }, courseId, ability))) refused.add(ability)
  return fields.filter((field) => refused.has(writableBy[field]))
}

import type { Deps } from '../../../../server/context.ts'
import { decideConsent } from '../../../../server/features/authoring/consents/consents.ts'
import { type CommandResult, said } from '../../output.ts'
import { findNamedCourse } from './course.ts'

/** Lets a program have a course, or withdraws that. */
export async function decideCourseConsent(
  deps: Deps,
  idOrSlug: string,
  program: string,
  { withdraw = false }: { withdraw?: boolean },
): Promise<CommandResult> {
  const { id: courseId, slug } = await findNamedCourse(deps, idOrSlug)
  const { id: programId, slug: programSlug } = await findNamedCourse(deps, program)
  const decided = await decideConsent(deps, { courseId, programId, allowed: !withdraw })
  return said(
    decided,
    withdraw
      ? `The next version of ${programSlug} has to go without ${slug}. Nobody loses access.`
      : `${programSlug} may have ${slug}, for everyone whom it takes.`,
  )
}

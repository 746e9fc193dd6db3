import type { AuthoredCourseRow } from '../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../server/context.ts'
import {
  getReissue,
  reissueMany,
} from '../../../server/features/learning/certificate-reissues/request-reissue.ts'
import { reissueForAWhile } from '../../../server/features/learning/certificate-reissues/run-reissue.ts'
import {
  type CertificateReissue,
  ReissueManyInput,
} from '../../../server/features/learning/certificate-reissues/schema.ts'
import { asRehearsed, type CautionOptions, confirm } from '../confirm.ts'
import { type CommandResult, progress } from '../output.ts'
import { factsOf, readInput } from '../results.ts'
import { surroundings } from '../surroundings.ts'

const sliceMilliseconds = 5_000

/** Shows how many certificates of a course are replaced, asks, and does it, with progress. */
export async function reissueCourse(
  deps: Deps,
  { id: courseId, slug }: AuthoredCourseRow,
  { yes, dryRun, ...typed }: CautionOptions,
): Promise<CommandResult> {
  const input = readInput(ReissueManyInput, { ...typed, courseId })
  const expected = await whenDone(deps, { ...input, dryRun: true })
  if (dryRun) return asRehearsed({ json: expected, text: factsOf(expected) })

  surroundings().stderr.write(`\n${factsOf(expected)}`)
  if (!yes)
    await confirm(`This replaces certificates of ${slug}, and mails their owners.`, 'reissue')
  const done = await whenDone(deps, input)
  return { json: done, text: factsOf(done) }
}

/** Reissues here, beside any server that does so too, until all are done. */
async function whenDone(deps: Deps, input: ReissueManyInput): Promise<CertificateReissue> {
  const { id: reissueId } = await reissueMany(deps, input)
  for (;;) {
    await reissueForAWhile(deps, reissueId, sliceMilliseconds)
    const reissue = await getReissue(deps, { reissueId })
    if (reissue.status === 'done') return reissue
    progress(`Replaced ${reissue.replaced} certificates`)
  }
}

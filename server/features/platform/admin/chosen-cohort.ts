import { type CohortRow, findCohort } from '../../../../db/queries/learning/cohorts.ts'
import { isId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/**
 * Finds a cohort by its id or its name.
 *
 * @throws CohortNotFound
 */
export async function requireChosenCohort(
  { db }: Pick<Deps, 'db'>,
  idOrName: string,
): Promise<CohortRow> {
  const cohort = await findCohort(db, isId(idOrName) ? { id: idOrName } : { name: idOrName })
  if (cohort === undefined) throw new AppError('CohortNotFound')
  return cohort
}

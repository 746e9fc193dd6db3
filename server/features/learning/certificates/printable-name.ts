import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Uncovered } from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'

type Printing = Pick<Deps, 'printer'>

export type Named = Pick<CertificateRow, 'learnerName' | 'nameIsGuess'>

/** Returns the learner's name for certificates, if given, instead of the profile's. */
export function printedNameOf({
  name,
  nameIsGuess,
  certificateName,
}: Pick<UserRow, 'name' | 'nameIsGuess' | 'certificateName'>): Named {
  return certificateName === null
    ? { learnerName: name, nameIsGuess }
    : { learnerName: certificateName, nameIsGuess: false }
}

/**
 * Refuses a name for certificates that no available font can print. A profile's name may be any:
 * learners whose name cannot be printed are asked for one for certificates.
 *
 * @throws InvalidFields with the characters at fault
 */
export async function requirePrintableName(
  ctx: Printing,
  certificateName: string | null | undefined,
): Promise<void> {
  const issue = certificateName ? await findNameFault(ctx, certificateName) : undefined
  if (issue === undefined) return
  throw new AppError('InvalidFields', { issues: [{ ...issue, path: 'certificateName' }] })
}

/** Returns characters of a name that no available font can print; undefined if there are none. */
export async function findNameFault(
  { printer }: Printing,
  name: string,
): Promise<Issue | undefined> {
  const uncovered = await printer.findUncoveredIn(name)
  return uncovered && { path: 'name', message: describeUncovered(uncovered) }
}

function describeUncovered({ codePoints, scripts }: Uncovered): string {
  return `Certificates cannot be printed with ${codePoints.join(', ')} (${scripts.join(', ')}).`
}

/** Returns the error for a certificate that is not issued because of this name. */
export async function nameNotPrintable(
  ctx: Printing & Pick<Deps, 'db'>,
  learner: { id: string } | string,
): Promise<AppError> {
  const user = typeof learner === 'string' ? undefined : await findUser(ctx.db, learner.id)
  const name = typeof learner === 'string' ? learner : user && printedNameOf(user).learnerName
  const issue = name === undefined ? undefined : await findNameFault(ctx, name)
  return new AppError('NameNotPrintable', { issues: issue === undefined ? [] : [issue] })
}

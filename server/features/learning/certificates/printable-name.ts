import type { Uncovered } from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'

type Printing = Pick<Deps, 'printer'>

/**
 * Refuses a new name that no font at hand can print: its owner learns it now, not from a
 * certificate.
 *
 * @throws InvalidFields with the characters at fault
 */
export async function requirePrintableName(ctx: Printing, name: string | undefined): Promise<void> {
  const issue = name === undefined ? undefined : await findNameFault(ctx, name)
  if (issue !== undefined) throw new AppError('InvalidFields', { issues: [issue] })
}

/** The characters of a name that no font at hand can print; undefined when there are none. */
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

/** The error for a certificate that is not issued because of this name. */
export async function nameNotPrintable(ctx: Printing, name: string): Promise<AppError> {
  const issue = await findNameFault(ctx, name)
  return new AppError('NameNotPrintable', { issues: issue === undefined ? [] : [issue] })
}

import {
  findFulfilledLine,
  type TransactionLineRow,
} from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/**
 * Returns the line by which the user got the course, if it was free; undefined if there is none.
 *
 * @throws CoursePaidFor when it was paid for
 */
export async function refusePaid(
  { db, operator }: Pick<Deps, 'db' | 'operator'>,
  enrollment: EnrollmentKey,
): Promise<TransactionLineRow | undefined> {
  const line = await findFulfilledLine(db, enrollment)
  if (line === undefined || line.priceAmount <= line.discountAmount) return line
  const { transactionId, position } = line
  const command = `lyceum transaction refund ${transactionId} --line ${position + 1}`
  throw new AppError('CoursePaidFor', {
    facts: { transactionId, line: position + 1 },
    ...(operator !== undefined && {
      message: `This course was paid for, and a refund ends the access: \`${command}\`.`,
    }),
  })
}

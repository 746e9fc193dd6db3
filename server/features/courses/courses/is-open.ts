import type { EnrollmentRow } from '../../../../db/queries/learning/enrollments/enrollments.ts'

type Access = Pick<EnrollmentRow, 'status' | 'leftAt' | 'endsAt'>

/** Whether the enrollment gives access now. Statements say the same by isOpen(). */
export function isOpenTo<Enrollment extends Access>(
  enrollment: Enrollment | undefined,
  now: Date,
): enrollment is Enrollment {
  return enrollment?.status === 'active' && isAhead(enrollment, now)
}

/** Whether the learner has left the course and can return to it. */
export function canReturnTo(enrollment: Access | undefined, now: Date): boolean {
  return enrollment !== undefined && enrollment.leftAt !== null && isAhead(enrollment, now)
}

function isAhead({ endsAt }: Access, now: Date): boolean {
  return endsAt === null || endsAt > now
}

/**
 * The condition that opens a course to its learner, at the instant of the parameter `now` ("$3"):
 * access ends at once, whenever the job that ends the enrollment comes.
 */
export function isOpen(enrollment: string, now: string): string {
  return (
    `${enrollment}.status = 'active' ` +
    `and (${enrollment}.ends_at is null or ${enrollment}.ends_at > ${now}::timestamptz)`
  )
}

interface Access {
  status: string
  leftAt: Date | null
  endsAt: Date | null
}

/** The same of a row: whether the enrollment gives access now. */
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

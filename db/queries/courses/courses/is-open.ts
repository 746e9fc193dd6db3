/**
 * Returns the condition that opens a course to its learner, at the instant of the parameter `now`
 * ("$3"): access ends at once, whenever the job that ends the enrollment comes.
 */
export function isOpen(enrollment: string, now: string): string {
  return (
    `${enrollment}.status = 'active' ` +
    `and (${enrollment}.ends_at is null or ${enrollment}.ends_at > ${now}::timestamptz)`
  )
}

/** Whether access by the enrollment `e` has no end, or is bought: then nothing is left to buy. */
export const isForGood = `(e.ends_at is null or exists (
  select from transaction_lines l
  where l.user_id = e.user_id and l.course_id = e.course_id and l.status = 'fulfilled'))`

interface Access {
  status: string
  endsAt: Date | null
}

/** Whether an enrollment's row gives access now. */
export function isOpenTo<Enrollment extends Access>(
  enrollment: Enrollment | undefined,
  now: Date,
): enrollment is Enrollment {
  return enrollment?.status === 'active' && (enrollment.endsAt === null || enrollment.endsAt > now)
}

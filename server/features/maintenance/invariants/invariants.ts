import type { InvariantName, Violation } from '../../../../db/queries/maintenance/invariants.ts'
import * as repairs from './repairs.ts'

export interface Invariant {
  /** A promise about the data that always holds, or within minutes if a job follows up. */
  promise: string
  /** Repairs a violation, if that takes no human judgment. */
  repair?: repairs.Repair
  /** Set if `repair` calls the payment provider, for which no transaction may wait. */
  repairsOutsideTransaction?: true
  /** The effect of `repair`, in the past tense. */
  repaired?: string
  /** What to do about unrepaired violations; absent if only a retry can help. */
  remedy?: string
  /** Arguments of `lyceum` that settle a violation; capitals stand for what only a person knows. */
  command?: (violation: Violation) => string
}

const changedByHand =
  'Lyceum itself cannot cause this: find out who changed the database, and compare it with a ' +
  'backup.'

/** Invariants in the order of repair: first money, then what it pays for, then its consequences. */
export const invariants: { readonly [Name in InvariantName]: Invariant } = {
  'lines-sum-to-total': {
    promise:
      'The lines of a transaction, less their discounts, add up to its total, in its currency.',
    remedy: changedByHand,
  },
  'paid-has-payment-events': {
    promise:
      'For every paid transaction the payment events record who paid how much, and it is at ' +
      'least the total.',
    remedy: changedByHand,
  },
  'payments-are-accounted-for': {
    promise: 'Every payment that arrived paid for its transaction, or is being refunded.',
    repair: repairs.refundSurplus,
    repaired: 'requested its refund',
    remedy:
      'Its refund failed: `lyceum transaction show` says why. Pay the money back in a different ' +
      'way, and record that with --by-hand.',
    command: ({ transactionId }) =>
      `transaction refund ${transactionId} --surplus --reason "REASON"`,
  },
  'paid-has-receipt': {
    promise: 'A transaction has a receipt if and only if it was paid.',
    repair: repairs.issueMissingReceipt,
    repaired: 'issued a receipt with the next number of the year of payment',
    remedy: changedByHand,
  },
  'receipts-are-gapless': {
    promise: 'Receipt numbers have no gaps within a year, and the next one follows the last.',
    repair: repairs.raiseReceiptCounter,
    repaired: 'moved the counter to the last number in use',
    remedy: 'A receipt is missing: find it in a backup. Its number is never given again.',
  },
  'paid-is-fulfilled-or-refunded': {
    promise: 'Every payment is fulfilled, or the money is being refunded.',
    repair: repairs.fulfillPaidTransaction,
    repaired: 'fulfilled what was paid for, or requested its refund',
    remedy:
      'Look at it with `lyceum transaction show`; if a refund failed, request a new one with ' +
      '`lyceum transaction refund`.',
  },
  'lines-follow-their-transaction': {
    promise:
      'All lines are open while a transaction awaits payment, none once it is fulfilled, and all ' +
      'are released if it failed, expired or was canceled.',
    remedy:
      'Look at it with `lyceum transaction show`, and refund what was not fulfilled with ' +
      '`lyceum transaction refund`.',
  },
  'bought-is-enrolled': {
    promise: 'A learner who bought a course that is not fully refunded is enrolled in it.',
    repair: repairs.restoreAccess,
    repaired: 'enrolled the learner',
    remedy: 'Enroll the learner with `lyceum enroll`.',
  },
  'enrolled-by-purchase-has-line': {
    promise: 'Every enrollment by purchase has a fulfilled line of a transaction.',
    remedy:
      'Find the cause with `lyceum audit`. In the table enrollments, set source to ' +
      "'administrator' if access is to stay, or status to 'ended' if not.",
  },
  'refunds-are-counted': {
    promise: 'Each line counts all its refunds except those that failed.',
    repair: repairs.recountLineRefunds,
    repaired: 'recounted the refunds',
    remedy:
      'More is being refunded than was paid for the line: look at it with ' +
      '`lyceum transaction show`, and at the provider.',
  },
  'refunded-within-paid': {
    promise: 'No more of a transaction is refunded than was paid for it.',
    remedy: 'Look at it with `lyceum transaction show`, and at the provider.',
  },
  'paid-back-gives-nothing': {
    promise: 'No line is given for a payment that was paid back because it was not owed.',
    remedy:
      'Look at it with `lyceum transaction show`, and at the provider. If the money is gone, record ' +
      'that: the course closes.',
    command: ({ transactionId, line }) =>
      `transaction refund ${transactionId} --line ${line} --by-hand --reason "REASON"`,
  },
  'refunded-is-revoked': {
    promise: 'Access to a course that is fully refunded is revoked, and its transaction says so.',
    remedy: changedByHand,
  },
  'reversals-are-counted': {
    promise:
      'Refunds and disputes at the provider count how much of them is booked on lines, and those ' +
      'that took no money are booked on none.',
    remedy: changedByHand,
  },
  'reversals-are-assigned': {
    promise: 'Money that the provider took back is booked on the lines that it was paid for.',
    repair: repairs.bookUnassignedReversals,
    repaired: 'booked what can only belong to one line, or to all',
    remedy:
      'Look at it with `lyceum transaction show`, and say what it was for. In a different ' +
      'currency, give the amount in that of the purchase; if it is a refund that was recorded ' +
      'by hand, add --by-hand, and it counts once.',
    command: commandToAssign,
  },
  'revoked-is-refunded': {
    promise: 'Every line revoked or not fulfilled is fully refunded, or being refunded.',
    remedy:
      'A refund failed: request a new one, with --by-hand if you pay the money back in a ' +
      'different way; or give access with `lyceum enroll`.',
    command: ({ transactionId, line }) =>
      `transaction refund ${transactionId} --line ${line} --reason "REASON"`,
  },
  'refunds-are-sent': {
    promise: 'A refund is sent to the payment provider within a day.',
    repair: repairs.resendRefund,
    repairsOutsideTransaction: true,
    repaired: 'sent it',
    remedy:
      'The log says why the provider does not accept it. If that cannot be solved, pay the money ' +
      'back in a different way.',
  },
  'coupon-uses-are-redemptions': {
    promise: 'A coupon counts as many uses as it has redemptions.',
    repair: repairs.recountCoupon,
    repaired: 'recounted the uses',
    remedy:
      'The coupon was used more often than allowed: raise its max_uses in the table coupons, and ' +
      'run this again.',
  },
  'redemptions-have-purchases': {
    promise:
      'A purchase with a coupon uses it once, for the same learner, and returns the use if it ' +
      'fails, expires, is canceled or is undone.',
    repair: repairs.releaseCouponUse,
    repaired: 'returned the use of the coupon',
    remedy: changedByHand,
  },
  'access-follows-ways': {
    promise:
      'Access to a course is open exactly when one of its ways is (a purchase, the school, a ' +
      'class, an invitation, a program), and ends at the latest of their ends.',
    repair: repairs.settleWays,
    repaired: 'opened the access, or moved its end',
    remedy:
      'No way is left: give one with `lyceum enroll`, or end the access with `lyceum enroll --end`.',
  },
  'owned-is-not-in-the-cart': {
    promise: 'No cart contains a course that its learner has for good.',
    repair: repairs.removeOwnedFromCart,
    repaired: 'removed it from the cart',
  },
  'owned-is-not-pending': {
    promise: 'No pending transaction contains a course that its learner has for good.',
    repair: repairs.cancelPurchaseOfOwned,
    repaired: 'canceled the transaction',
  },
  'pending-expires': {
    promise: 'A transaction that nobody paid for a day has expired.',
    repair: repairs.expirePending,
    repaired: 'marked it as expired',
    remedy: 'The hourly clean-up does not run: look for "job" in the log.',
  },
  'remaining-lessons-are-counted': {
    promise:
      'An enrollment counts as remaining the required lessons of its version that are not ' +
      'completed.',
    repair: repairs.recountRemainingLessons,
    repaired: 'counted the lessons anew',
    remedy: changedByHand,
  },
  'lesson-ranges-are-whole': {
    promise: 'Every version of a course has its lessons in order, without gaps, each key once.',
    remedy: changedByHand,
  },
  'finished-is-completed': {
    promise: 'A learner who has done all required lessons has completed the course.',
    repair: repairs.completeFinishedCourse,
    repaired: 'completed the course, as of its last lesson, and issued the certificate',
  },
  'passed-is-completed': {
    promise: 'A lesson that was passed is completed.',
    repair: repairs.completePassedLesson,
    repaired: 'completed the lesson, and the course if it was the last',
    remedy: changedByHand,
  },
  'completed-was-passed': {
    promise:
      'A lesson that only a pass or a course completes was passed, or somebody marked it as done.',
    remedy:
      'A server of an earlier release took a report for it, or somebody changed the database. If ' +
      'the learner is to pass it, open it again with `lyceum course learner mark`, and revoke the ' +
      'certificate with `lyceum certificate revoke`; if not, open it and mark it as done.',
    command: ({ courseId, lessonKey }) =>
      `course learner mark ${courseId} EMAIL ${lessonKey} --open --reason "REASON"`,
  },
  'points-are-last-grading': {
    promise: 'An attempt has the points of its last grading.',
    remedy: changedByHand,
  },
  'flaw-reports-are-counted': {
    promise: 'A case of a reported flaw counts each of its reports.',
    remedy: changedByHand,
  },
  'attempts-end-in-time': {
    promise: 'An attempt whose time is over is submitted.',
    repair: repairs.submitOverdue,
    repaired: 'submitted what was saved',
    remedy: 'The job that submits attempts does not run: look for "job" in the log.',
  },
  'completed-has-certificate': {
    promise: 'A learner who has completed a course has a certificate for it.',
    repair: repairs.issueMissingCertificate,
    repaired: 'issued the certificate',
    remedy:
      "No font can print the learner's name; the log names the characters. As soon as the learner " +
      'or you set another name, it is issued.',
  },
  'program-completed-is-certified': {
    promise:
      'A program counts every course that its learner has completed, and who has nothing left in ' +
      'it has its certificate.',
    repair: repairs.completeProgram,
    repaired: 'counted the courses, completed the program and issued the certificate',
    remedy: changedByHand,
  },
  'nobody-locked-out-of-done': {
    promise:
      'A lesson that its learner has completed is open to them, and requires lessons that their ' +
      'version has.',
    remedy: changedByHand,
  },
  'certificate-has-completion': {
    promise: 'A learner who has a certificate has completed the course.',
    remedy:
      'Find the cause with `lyceum audit`, and revoke certificates that were not earned with ' +
      '`lyceum certificate revoke`.',
  },
  'superseded-has-successor': {
    promise: 'A certificate that was superseded has a successor.',
    remedy: changedByHand,
  },
  'replaced-keeps-achieved': {
    promise:
      'A certificate that replaced another, and is no renewal, says no less than that one of what ' +
      'was achieved.',
    repair: repairs.restoreAchieved,
    repaired: 'replaced it with one that says what the earlier one said',
    remedy:
      "No font can print the learner's name: the log names the characters. Give them a name for " +
      'certificates, and run this again.',
  },
  'tallies-are-counted': {
    promise: 'The tallies that reports on courses read are what a count of the enrollments gives.',
    repair: repairs.recountTallies,
    repaired: 'counted the course anew',
    remedy: changedByHand,
  },
  'stored-pdfs-are-whole': {
    promise:
      'PDFs in the database are, byte for byte, what was printed (checked on 2,000 of them, ' +
      'different ones each time).',
    remedy:
      'Restore the row of the table certificate_files from a backup. Damaged PDFs are never ' +
      'served.',
  },
  'old-answers-are-deleted': {
    promise: 'Answers to requests with an Idempotency-Key are deleted after 72 hours.',
    repair: repairs.deleteOldAnswers,
    repaired: 'deleted all that are too old',
    remedy: 'The hourly clean-up does not run: look for "job" in the log.',
  },
}

function commandToAssign({
  transactionId,
  reference,
  line = 'LINE',
  lineNotedByHand,
  saleCurrency,
}: Violation): string {
  return [
    `transaction assign ${transactionId} --reversal ${reference}`,
    `--line ${lineNotedByHand ?? line}`,
    ...(saleCurrency === undefined ? [] : [`--amount AMOUNT_IN_${saleCurrency}`]),
    ...(lineNotedByHand === undefined ? [] : ['--by-hand']),
    '--reason "REASON"',
  ].join(' ')
}

export const invariantNames = Object.keys(invariants) as InvariantName[]

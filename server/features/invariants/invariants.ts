import type { InvariantName } from '../../../db/queries/invariants.ts'
import * as mends from './repairs.ts'

export interface Invariant {
  /** What is true of the data at all times, or within minutes where a job sees to it. */
  promise: string
  /** Where it can be put right without anybody's judgement. */
  mend?: mends.Mend
  /** That `mend` asks the payment provider: no transaction may wait for it. */
  mendsOutside?: true
  /** What `mend` does. */
  does?: string
  /** What to do about violations that are not mended; absent where trying again is all there is. */
  remedy?: string
}

const byHand =
  'This cannot come about by Lyceum itself: find out who changed the database, and compare with a backup.'

/**
 * In the order in which they are mended: money first, then what it buys, then what follows from
 * that.
 */
export const invariants: { readonly [Name in InvariantName]: Invariant } = {
  'lines-sum-to-total': {
    promise: 'The lines of a transaction, less their discounts, sum to its total, in its currency.',
    remedy: byHand,
  },
  'paid-is-in-the-books': {
    promise:
      'For every paid transaction the books say who paid how much, and it is no less than the total.',
    remedy: byHand,
  },
  'arrived-money-is-accounted-for': {
    promise: 'All money that arrived paid for its transaction, or goes back.',
    mend: mends.payBackSurplus,
    does: 'requested its refund',
    remedy:
      'Its refund failed: see why by `lyceum transaction show`. Pay it back in another way, and say so by `lyceum transaction refund --surplus --by-hand`.',
  },
  'paid-has-receipt': {
    promise: 'A transaction has a receipt if and only if it was paid.',
    mend: mends.giveReceipt,
    does: 'gave it the next number of the year in which it was paid',
    remedy: byHand,
  },
  'receipts-are-gapless': {
    promise:
      'The numbers of receipts have no gap in any year, and the next one comes after the last.',
    mend: mends.raiseReceiptCounter,
    does: 'moved the counter on to the last number that is given',
    remedy: 'A receipt is gone: find it in a backup. Its number is never given again.',
  },
  'paid-is-given-or-paid-back': {
    promise: 'What was paid for is given, or the money is on its way back.',
    mend: mends.givePaid,
    does: 'gave what was paid for, or requested its refund',
    remedy:
      'Look at it by `lyceum transaction show`; where a refund failed request another by `lyceum transaction refund`.',
  },
  'lines-follow-their-transaction': {
    promise:
      'All lines are open while a transaction is to be paid, none once it is fulfilled, and all are released when it came to nothing.',
    remedy:
      'Look at it by `lyceum transaction show`, and pay back what was not given by `lyceum transaction refund`.',
  },
  'bought-is-open-to-the-learner': {
    promise: 'A course that was bought and not wholly paid back is open to its learner.',
    mend: mends.openBought,
    does: 'opened the course',
    remedy: 'Open it by `lyceum enroll`.',
  },
  'enrolled-by-purchase-has-line': {
    promise: 'Who has a course by a purchase has a fulfilled line of a transaction for it.',
    remedy:
      "Find out how it came about by `lyceum audit`. In the table enrollments set its source to 'administrator' where access is to stay, its status to 'ended' where not.",
  },
  'refunds-are-counted': {
    promise: 'Each line counts all its refunds but those that failed.',
    mend: mends.countRefundsAgain,
    does: 'counted the refunds again',
    remedy:
      'More is going back than was paid for the line: look at it by `lyceum transaction show`, and at the provider.',
  },
  'refunded-within-paid': {
    promise: 'No more goes back of a transaction than was paid for it.',
    remedy: 'Look at it by `lyceum transaction show`, and at the provider.',
  },
  'paid-back-is-taken-back': {
    promise: 'What is wholly paid back is not open any more, and its transaction says so.',
    remedy: byHand,
  },
  'reversals-are-counted': {
    promise:
      'Refunds and disputes at the provider count what of them is booked on lines, and what came to nothing is booked on none.',
    remedy: byHand,
  },
  'reversals-are-assigned': {
    promise: 'Money that the provider took back is booked on the lines that it was for.',
    mend: mends.assignReversals,
    does: 'booked what can only belong to one line, or to all',
    remedy:
      'Look at it by `lyceum transaction show`, and say for which line it was by `lyceum transaction assign`; in another currency by `lyceum transaction refund --by-hand`.',
  },
  'taken-back-is-paid-back': {
    promise: 'What was taken back, or could not be given, is wholly paid back or on its way.',
    remedy:
      'A refund failed: request another by `lyceum transaction refund`, with --by-hand where you pay it back in another way; or give the course by `lyceum enroll`.',
  },
  'refunds-are-sent': {
    promise: 'A refund is sent to the payment provider within a day.',
    mend: mends.sendRefundAgain,
    mendsOutside: true,
    does: 'sent it',
    remedy:
      'The log says why the provider does not take it. Where that cannot be helped pay it back in another way.',
  },
  'coupon-uses-are-redemptions': {
    promise: 'A coupon counts as many uses as it has redemptions.',
    mend: mends.countCouponAgain,
    does: 'counted the uses again',
    remedy:
      'The coupon was used more often than it may be: raise its max_uses in the table coupons, and run this again.',
  },
  'redemptions-have-purchases': {
    promise:
      'A purchase with a coupon uses it once, by the same learner, and gives the use back when it comes to nothing.',
    mend: mends.giveCouponBack,
    does: 'gave the use of the coupon back',
    remedy: byHand,
  },
  'owned-is-not-in-the-cart': {
    promise: 'Nobody has in the cart what is open to them.',
    mend: mends.takeOutOfCart,
    does: 'took it out of the cart',
  },
  'owned-is-not-to-be-paid-for': {
    promise: 'Nobody is asked to pay for what is open to them.',
    mend: mends.cancelOwned,
    does: 'canceled the purchase',
  },
  'pending-expires': {
    promise: 'A transaction that nobody paid for a day has expired.',
    mend: mends.expirePending,
    does: 'gave it up',
    remedy: 'The hourly clean-up does not run: look for "job" in the log.',
  },
  'learned-is-completed': {
    promise: 'Who has done all lessons that count has completed the course.',
    mend: mends.completeLearned,
    does: 'completed the course, as of its last lesson, and issued the certificate',
  },
  'completed-has-certificate': {
    promise: 'Who has completed a course has a certificate of it.',
    mend: mends.giveCertificate,
    does: 'issued the certificate',
  },
  'certificate-has-completion': {
    promise: 'Who has a certificate has completed the course.',
    remedy:
      'Find out how it came about by `lyceum audit`, and revoke what was not earned by `lyceum certificate revoke`.',
  },
  'superseded-has-successor': {
    promise: 'A certificate that was superseded has a successor.',
    remedy: byHand,
  },
  'stored-pdfs-are-whole': {
    promise:
      'PDFs in the database are, byte for byte, what was printed (2,000 of them are looked at, other ones each time).',
    remedy:
      'Restore the row of the table certificate_files from a backup. Damaged PDFs are not given out.',
  },
  'old-answers-are-forgotten': {
    promise: 'What was answered to requests with an Idempotency-Key is forgotten after 72 hours.',
    mend: mends.forgetAnswers,
    does: 'forgot all that are too old',
    remedy: 'The hourly clean-up does not run: look for "job" in the log.',
  },
}

export const invariantNames = Object.keys(invariants) as InvariantName[]

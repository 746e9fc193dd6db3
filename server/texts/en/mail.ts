import { formatMoney } from '../../../lib/money.ts'
import { writeDay, writePercent } from '../../../lib/written-facts.ts'
import { factIf } from '../fact-if.ts'
import { nameWithDay, paragraphsOf, subjectOf } from '../reminders.ts'
import type { MailTexts, ReplacementReason } from '../types.ts'

const wasYou = 'If this was you, there is nothing to do.'
const notYou =
  'If this was not you, set a new password right away with "Forgot password". ' +
  'That ends all sessions.'
const accountAtRisk =
  'It works for 10 minutes. If you did not request it, somebody else is signed in to your account.'

const roles = {
  owner: 'Owner',
  author: 'Author',
  reviewer: 'Reviewer',
  grader: 'Grader',
  teacher: 'Teacher',
}

const replaced = 'It replaces the one that you had, which is no longer valid.'
const replacedFor: Record<ReplacementReason, string> = {
  name: `Your certificate now bears the name in your profile. ${replaced}`,
  grade: `Your grade has risen, and a new certificate says so. ${replaced}`,
  'lost grade': `Your certificate states its grade again, which it had lost. ${replaced}`,
  renewal: `You have completed the course again, and your certificate is renewed. ${replaced}`,
  school: `Your school has issued your certificate anew. ${replaced}`,
}

export const mail: MailTexts = {
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  footer: (school, publicUrl) =>
    `${school}, ${publicUrl}. This is an automated message; replies are not read.`,
  support: (contact) => `Questions? ${contact}`,
  unsubscribe: {
    footer: (url) => `To stop getting emails like this: ${url}`,
    question: {
      announcements: 'Do you want to stop getting course announcements by email?',
      reminders: 'Do you want to stop getting reminders by email?',
    },
    button: 'Stop these emails',
    done: 'You will no longer get these emails. You can turn them on again in your profile.',
    unknown: 'This link is incomplete. Open the one in the email again.',
  },
  calendar: {
    due: (title) => `Due: ${title}`,
    opens: (title) => `Opens: ${title}`,
    done: (title) => `✓ ${title}`,
    begins: (cohort) => `${cohort} begins`,
    ends: (cohort) => `${cohort} ends`,
  },
  mails: {
    'verify-email': ({ school, code, guessedName, link }) => ({
      subject: `${code} is your ${school} verification code`,
      lead: `Welcome to ${school}! Enter this code to verify your email:`,
      code,
      facts: link === undefined ? [] : [['Or open this page', link]],
      paragraphs: [
        'It works for 10 minutes. If you did not sign up, ignore this email: an account that ' +
          'nobody verifies is deleted after 14 days.',
        ...(guessedName === undefined
          ? []
          : [
              `We guessed your name, ${guessedName}, from your email. Set your name in your ` +
                'profile: it appears on your certificates.',
            ]),
      ],
    }),
    'account-made': ({ school, link }) => ({
      subject: `${school} created an account for you`,
      lead: `${school} created an account for you with this email. Set your password to get started:`,
      facts: [['Link', link]],
      paragraphs: [
        'The link works once, for 7 days. If it has expired, get a new one on its page.',
        'If you do not know the school, ignore this email: an account that nobody uses is deleted ' +
          'after 14 days.',
      ],
    }),
    'password-link': ({ school, link }) => ({
      subject: `Set a new password for ${school}`,
      lead: `${school} sends you this link to set a new password:`,
      facts: [['Link', link]],
      paragraphs: [
        'The link works once, for 2 days. A new password ends all sessions of your account.',
        'If you did not ask the school for it, ignore this email: your password stays the same.',
      ],
    }),
    'reset-password': ({ school, code }) => ({
      subject: `${code} is your ${school} one-time password`,
      lead: 'Enter this one-time password to set a new password:',
      code,
      paragraphs: [
        'It works for 10 minutes. If you did not request it, ignore this email: your password ' +
          'stays the same.',
      ],
    }),
    'erase-account': ({ school, code }) => ({
      subject: `${code} is your code to erase your ${school} account`,
      lead: 'Enter this code to permanently erase your account and your personal data:',
      code,
      paragraphs: [accountAtRisk, notYou],
    }),
    'change-sign-in': ({ school, code }) => ({
      subject: `${code} is your code to change how you sign in to ${school}`,
      lead: 'Enter this code to confirm that it is you who is changing a sign-in, a role or a key:',
      code,
      paragraphs: [accountAtRisk, notYou],
    }),
    'change-email-old': ({ school, code, newEmail }) => ({
      subject: `${code} is your code to change your ${school} email`,
      lead:
        'You asked to change the email of your account. Enter this code together with the one ' +
        'that we sent to the new email:',
      code,
      facts: [['New email', newEmail ?? '']],
      paragraphs: [
        'It works for 10 minutes. If you did not request it, somebody else knows your password.',
        notYou,
      ],
    }),
    'change-email-new': ({ school, code }) => ({
      subject: `${code} is your code to use this email at ${school}`,
      lead:
        'You asked to use this email for your account. Enter this code together with the one ' +
        'that we sent to the current email of the account:',
      code,
      paragraphs: [
        'It works for 10 minutes. If you did not request it, ignore this email: nothing will ' +
          'happen.',
      ],
    }),
    'email-taken': ({ school, at }) => ({
      subject: `Somebody tried to use your email at ${school}`,
      lead:
        'Somebody tried to use this email for a different account. It belongs to yours, so ' +
        'nothing was changed.',
      facts: [['When', at]],
      paragraphs: [
        'If this was you: this email already has an account. Sign in with it, or set a new ' +
          'password with "Forgot password".',
      ],
    }),
    'password-changed': ({ school, at, methods = [] }) => ({
      subject: `Your ${school} password was changed`,
      lead: 'The password of your account was changed, and all other sessions were ended.',
      facts: [['When', at], ...methods.map((method): [string, string] => ['Sign-in with', method])],
      paragraphs: [
        ...(methods.length === 0
          ? []
          : [
              'The sign-ins listed here still work without the password. If one of them is not ' +
                'yours, remove it from your account.',
            ]),
        wasYou,
        notYou,
      ],
    }),
    'email-changed': ({ school, at }) => ({
      subject: `The email of your ${school} account was changed`,
      lead:
        'The email of your account was changed. From now on emails go to the new one, and you ' +
        'can no longer sign in with this one.',
      facts: [['When', at]],
      paragraphs: [wasYou, 'If this was not you, contact the school right away.'],
    }),
    'sign-in-method-added': ({ school, method, at }) => ({
      subject: `Sign-in with ${method} was added to your ${school} account`,
      lead: `Sign-in with ${method} was added to your account.`,
      facts: [['When', at]],
      paragraphs: [
        wasYou,
        `${notYou} Then sign in and remove this sign-in from your account: a new password alone ` +
          'does not remove it.',
      ],
    }),
    'sign-in-method-removed': ({ school, method, at }) => ({
      subject: `Sign-in with ${method} was removed from your ${school} account`,
      lead: `Sign-in with ${method} was removed from your account.`,
      facts: [['When', at]],
      paragraphs: [wasYou, notYou],
    }),
    'new-device': ({ school, device, ip, at, others = 0 }) => ({
      subject: `New sign-in to your ${school} account`,
      lead: 'Somebody signed in to your account from a device that we have not seen before.',
      facts: [
        ['When', at],
        ['Device', device ?? 'unknown'],
        ['IP address', ip],
      ],
      paragraphs: [
        ...(others > 0
          ? [`Sign-ins from other new devices since our last email about one: ${others}.`]
          : []),
        wasYou,
        notYou,
      ],
    }),
    'account-erased': ({ school, at }) => ({
      subject: `Your ${school} account was erased`,
      lead: 'Your account and your personal data were erased. Your certificates stay valid.',
      facts: [['When', at]],
      paragraphs: ['This is our last email to you.'],
    }),
    'account-suspended': ({ school, at }) => ({
      subject: `Your ${school} account is suspended`,
      lead:
        'Your account was suspended: you cannot sign in for now, and your sessions have ended. ' +
        'Your certificates stay valid.',
      facts: [['Since', at]],
      paragraphs: ['If you think that this is a mistake, please contact the school.'],
    }),
    'account-reinstated': ({ school, at }) => ({
      subject: `Your ${school} account is open again`,
      lead: 'The suspension of your account was lifted. You can sign in again.',
      facts: [['When', at]],
      paragraphs: [
        'Earlier sessions have ended, so sign in again. Your courses are where you left them.',
      ],
    }),
    'payment-received': ({ school, receipt, total, titles, page, at }) => ({
      subject: `Your payment to ${school}, receipt ${receipt}`,
      lead: 'We have received your payment. Thank you.',
      facts: [
        ['Receipt', receipt],
        ['Amount', formatMoney(total, 'en')],
        [titles.length === 1 ? 'Course' : 'Courses', titles.join(', ')],
        ['When', at],
        ...factIf('View it at', page),
      ],
      paragraphs: ['Sign in to find the receipt among your purchases, also as a PDF.'],
    }),
    'refund-made': ({ school, receipt, amount, title, page, at }) => ({
      subject: `Your refund from ${school}`,
      lead:
        title === null
          ? 'We have refunded money that you did not owe.'
          : 'We have refunded you. If that was all you paid for the course, you no longer have ' +
            'access to it; a certificate you already have stays valid.',
      facts: [
        ['Amount', formatMoney(amount, 'en')],
        ...factIf('Course', title),
        ...factIf('Receipt', receipt),
        ['When', at],
        ...factIf('View it at', page),
      ],
      paragraphs: [
        'The money goes back to the payment method you used. It may take a few days until your ' +
          'bank shows it.',
      ],
    }),
    'progress-reset': ({ title, reason, page }) => ({
      subject: `Your progress in "${title}" was reset`,
      lead: 'The school has reset your progress in a course.',
      facts: [['Course', title], ['Reason', reason], ...factIf('Open it at', page)],
      paragraphs: ['A course that you had completed stays completed, with its certificate.'],
    }),
    'lesson-marked': ({ title, lesson, done, reason, page }) => ({
      subject: done ? `"${lesson}" is marked as done` : `"${lesson}" is open again`,
      lead: done
        ? 'A lesson was marked as done for you.'
        : 'A lesson was opened for you again, so that you can do it once more.',
      facts: [
        ['Course', title],
        ['Lesson', lesson],
        ['Reason', reason],
        ...factIf('Open it at', page),
      ],
      paragraphs: ['A course that you had completed stays completed, with its certificate.'],
    }),
    'extension-granted': ({ title, lesson, dueOn, reason, page }) => ({
      subject: `You have until ${writeDay(dueOn, 'en')} for "${lesson ?? title}"`,
      lead: 'You were given more time.',
      facts: [
        ['Course', title],
        ...factIf('Lesson', lesson),
        ['Due on', writeDay(dueOn, 'en')],
        ['Reason', reason],
        ...factIf('Open it at', page),
      ],
      paragraphs: ['You have until the end of that day.'],
    }),
    'extension-revoked': ({ title, lesson, dueOn, page }) => ({
      subject: `"${lesson ?? title}" is due on ${writeDay(dueOn, 'en')} again`,
      lead: 'The extra time that you were given was taken back.',
      facts: [
        ['Course', title],
        ...factIf('Lesson', lesson),
        ['Due on', writeDay(dueOn, 'en')],
        ...factIf('Open it at', page),
      ],
      paragraphs: ['You have until the end of that day.'],
    }),
    'submission-graded': ({ title, lesson, comment, result, page }) => ({
      subject: result?.passed ? `You passed "${lesson}"` : `"${lesson}" is graded`,
      lead: 'What you handed in was graded.',
      facts: [
        ['Course', title],
        ['Lesson', lesson],
        ...factIf('Result', result && (result.passed ? 'Passed' : 'Not passed')),
        ...factIf('Points', result && `${result.points} of ${result.maxPoints}`),
        ...factIf('Comment', comment),
        ...factIf('Open it at', page),
      ],
      paragraphs: ['You will find the details in the lesson.'],
    }),
    'submission-returned': ({ title, lesson, comment, page }) => ({
      subject: `"${lesson}" was returned to you`,
      lead: 'What you handed in was returned so that you can try again.',
      facts: [
        ['Course', title],
        ['Lesson', lesson],
        ...factIf('Comment', comment),
        ...factIf('Open it at', page),
      ],
      paragraphs: ['Hand it in again when it is ready.'],
    }),
    announcement: ({ title, text, by, page }) => ({
      subject: `New announcement in "${title}"`,
      lead: 'There is a new announcement in one of your courses.',
      facts: [['Course', title], ...factIf('From', by), ...factIf('Open it at', page)],
      paragraphs: paragraphsOf(text),
    }),
    reminder: ({ school, due, overdue, unseen, more }) => ({
      subject: subjectOf(
        [
          [due, (name) => `"${name}" is due soon`],
          [overdue, (name) => `"${name}" is overdue`],
        ],
        `Your courses at ${school} are waiting for you`,
      ),
      lead: 'Here is what is waiting for you.',
      facts: [
        ...due.map((one): [string, string] => ['Due', nameWithDay(one, 'en')]),
        ...overdue.map((one): [string, string] => ['Overdue since', nameWithDay(one, 'en')]),
        ...unseen.map((title): [string, string] => ['Not seen for a week', title]),
      ],
      paragraphs:
        more === 0 ? [] : [`And ${more} more: you will find everything among your courses.`],
    }),
    'course-enrolled': ({ title, page }) => ({
      subject: `You are enrolled in "${title}"`,
      lead: 'You were enrolled in a course and can start right away.',
      facts: [['Course', title], ...factIf('Open it at', page)],
      paragraphs: [
        'You will find it among your courses. If it is not for you, you can leave it there.',
      ],
    }),
    invited: ({ school, title, email, page }) => ({
      subject:
        title === null ? `You are invited to ${school}` : `${school} invites you to "${title}"`,
      lead:
        title === null
          ? `${school} invites you to create an account.`
          : `${school} keeps a place for you in a course.`,
      facts: [...factIf('Course', title), ['Your email', email], ...factIf('Open it at', page)],
      paragraphs: [
        title === null
          ? 'Sign up with this email, and verify it.'
          : 'Sign up with this email, or sign in, and verify it: then the course is yours.',
        'If you did not expect this, ignore this email: after 90 days the invitation is deleted.',
      ],
    }),
    'certificate-ready': ({ title, certificateUrl, verificationUrl, ...certificate }) => ({
      subject: `Your certificate for "${title}"`,
      lead: certificate.replaces
        ? replacedFor[certificate.why ?? 'school']
        : `Congratulations! You have completed the ${certificate.isProgram ? 'program' : 'course'}, ` +
          'and your certificate is ready.',
      facts: [
        [certificate.isProgram ? 'Program' : 'Course', title],
        ...factIf('Grade', certificate.grade, (grade) => writePercent(grade, 'en')),
        ...factIf('Before', certificate.gradeBefore, (grade) => writePercent(grade, 'en')),
        ...factIf('Valid until', certificate.lastDay, (day) => writeDay(day, 'en')),
        ...factIf('Reason', certificate.reason),
        ['PDF', certificateUrl],
        ['Verify it at', verificationUrl],
      ],
      paragraphs: [
        'Both links work for anyone who has them: share them as you like.',
        ...(certificate.replaces ? ['The link to the old one leads to the new one.'] : []),
      ],
    }),
    'certificate-expiry': ({ title, isProgram, lastDay, hasExpired, page }) => ({
      subject: hasExpired
        ? `Your certificate for "${title}" has expired`
        : `Your certificate for "${title}" is about to expire`,
      lead: hasExpired
        ? 'A certificate of yours is no longer valid.'
        : 'A certificate of yours is valid for a limited time, and that is nearly over.',
      facts: [
        [isProgram ? 'Program' : 'Course', title],
        ['Valid until', writeDay(lastDay, 'en')],
        ...factIf('Open it at', page),
      ],
      paragraphs: [
        hasExpired
          ? 'You can renew it: whoever completes all of it again gets a new certificate.'
          : 'You can renew it: whoever completes all of it again gets a new certificate. Until ' +
            'then this one stays valid to its end.',
      ],
    }),
    'course-moved': ({ title, version, note, isCompleted, page }) => ({
      subject: `You are now on version ${version} of "${title}"`,
      lead: 'You were moved to another version of a course.',
      facts: [
        ['Course', title],
        ['Version', String(version)],
        ...factIf('What is new', note),
        ...factIf('Open it at', page),
      ],
      paragraphs: [
        isCompleted
          ? 'You had already done all that this version requires, so you have completed the course.'
          : 'What you had completed stays completed, lessons and course alike. What is left may ' +
            'have changed.',
      ],
    }),
    'member-added': ({ title, role }) => ({
      subject: `You can now work on "${title}"`,
      lead: 'You were added to the people who work on a course.',
      facts: [
        ['Course', title],
        ['Role', roles[role]],
      ],
      paragraphs: ['You will find it among the courses you work on.'],
    }),
    'review-requested': ({ title, by }) => ({
      subject: `Please review "${title}"`,
      lead: 'The draft of a course is waiting for a review.',
      facts: [
        ['Course', title],
        ['Requested by', by],
      ],
      paragraphs: ['Read the draft, and approve it if it can be published.'],
    }),
    'draft-approved': ({ title, by }) => ({
      subject: `The draft of "${title}" was approved`,
      lead: 'The draft of a course was approved and can be published.',
      facts: [
        ['Course', title],
        ['Approved by', by],
      ],
      paragraphs: ['Any change to the draft needs a new review.'],
    }),
    'changes-requested': ({ title, by }) => ({
      subject: `The draft of "${title}" needs changes`,
      lead: 'A reviewer sent the draft of a course back to you.',
      facts: [
        ['Course', title],
        ['Reviewed by', by],
      ],
      paragraphs: ['Read the comments, answer them, and ask for a review again.'],
    }),
    'question-asked': ({ title, lesson, page }) => ({
      subject: `New question about "${lesson}"`,
      lead: 'A learner asks about a lesson.',
      facts: [['Course', title], ['Lesson', lesson], ...factIf('Open it at', page)],
      paragraphs: ['Your answer helps everybody who takes the course.'],
    }),
    'question-answered': ({ title, lesson, page }) => ({
      subject: `Your question about "${lesson}" has an answer`,
      lead: 'Somebody answered your question.',
      facts: [['Course', title], ['Lesson', lesson], ...factIf('Open it at', page)],
      paragraphs: ['If it solves your question, accept it, so that others find it first.'],
    }),
    'report-settled': ({ title, lesson, page }) => ({
      subject: `What you reported about "${lesson}" was looked at`,
      lead: 'You told us that something was wrong. The people who make the course looked at it.',
      facts: [['Course', title], ['Lesson', lesson], ...factIf('Open it at', page)],
      paragraphs: ['Thank you for telling us.'],
    }),
    digest: ({ school, lines, more, page }) => ({
      subject: lines.length + more === 1 ? (lines[0] ?? '') : `Your news from ${school}`,
      lead: 'Here is what is new since our last email:',
      facts: [],
      paragraphs: [
        ...lines.map((line) => `• ${line}`),
        ...(more === 0 ? [] : [`And ${more} more.`]),
        ...(page === null ? [] : [`See everything at ${page}`]),
        'You chose one email a day. You can change that in your account.',
      ],
    }),
  },
}

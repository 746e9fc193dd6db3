import { formatMoney } from '../../../lib/money.ts'
import type { MailTexts } from '../mail-texts.ts'
import { factIf } from './fact-if.ts'

const notYou =
  'If it was not you, set a new password at once with "forgot password": that ends all sessions.'

export const en: MailTexts = {
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  footer: (publicUrl) =>
    `Lyceum, ${publicUrl}. This mail was written by a program; nobody reads answers to it.`,
  mails: {
    'verify-email': ({ code }) => ({
      subject: `${code} is your Lyceum verification code`,
      lead: 'Welcome to Lyceum. Enter this code to verify your email:',
      code,
      paragraphs: [
        'It is good for 10 minutes. If you did not register, ignore this mail: nothing will happen.',
      ],
    }),
    'reset-password': ({ code }) => ({
      subject: `${code} is your Lyceum one-time password`,
      lead: 'Enter this one-time password to set a new password:',
      code,
      paragraphs: [
        'It is good for 10 minutes. If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
    }),
    'erase-account': ({ code }) => ({
      subject: `${code} is your code to erase your Lyceum account`,
      lead: 'Enter this code to erase your account and your personal data, for good:',
      code,
      paragraphs: [
        'It is good for 10 minutes. If you did not ask for it, somebody else is signed in to your account.',
        notYou,
      ],
    }),
    'change-sign-in': ({ code }) => ({
      subject: `${code} is your code to change how you sign in to Lyceum`,
      lead: 'Enter this code to add a third party that signs in to your account, or to remove one:',
      code,
      paragraphs: [
        'It is good for 10 minutes. If you did not ask for it, somebody else is signed in to your account.',
        notYou,
      ],
    }),
    'change-email-old': ({ code, newEmail }) => ({
      subject: `${code} is your Lyceum code for another email`,
      lead: 'The email of your account is to be changed. Enter this code together with the one that was mailed to the new address:',
      code,
      facts: [['New email', newEmail ?? '']],
      paragraphs: [
        'It is good for 10 minutes. If you did not ask for it, somebody else knows your password.',
        notYou,
      ],
    }),
    'change-email-new': ({ code }) => ({
      subject: `${code} is your Lyceum code for this email`,
      lead: 'An account is to have this email. Enter this code together with the one that was mailed to the address of the account:',
      code,
      paragraphs: [
        'It is good for 10 minutes. If you did not ask for it, ignore this mail: nothing will happen.',
      ],
    }),
    'email-taken': ({ at }) => ({
      subject: 'Somebody wanted to use your email at Lyceum',
      lead: 'Somebody wanted to give this email to another account. It is yours, so nothing was changed.',
      facts: [['When', at]],
      paragraphs: [
        'If it was you: you have an account with this email already. Log in to it, or set a new password with "forgot password".',
      ],
    }),
    'password-changed': ({ at }) => ({
      subject: 'Your Lyceum password was changed',
      lead: 'The password of your account was changed, and all other sessions were ended.',
      facts: [['When', at]],
      paragraphs: ['If it was you, there is nothing to do.', notYou],
    }),
    'email-changed': ({ at }) => ({
      subject: 'Your Lyceum account has another email now',
      lead: 'The email of your account was changed. From now on mails go to the new address, and this one no longer signs in.',
      facts: [['When', at]],
      paragraphs: [
        'If it was you, there is nothing to do.',
        'If it was not you, write to the people who run this service at once.',
      ],
    }),
    'sign-in-method-added': ({ method, at }) => ({
      subject: `${method} can sign in to your Lyceum account now`,
      lead: `A sign-in with ${method} was added to your account.`,
      facts: [['When', at]],
      paragraphs: [
        'If it was you, there is nothing to do.',
        `${notYou} Then log in and remove this sign-in from your account: a new password alone leaves it there.`,
      ],
    }),
    'sign-in-method-removed': ({ method, at }) => ({
      subject: `${method} no longer signs in to your Lyceum account`,
      lead: `The sign-in with ${method} was removed from your account.`,
      facts: [['When', at]],
      paragraphs: ['If it was you, there is nothing to do.', notYou],
    }),
    'new-device': ({ device, ip, at, others = 0 }) => ({
      subject: 'New sign-in to your Lyceum account',
      lead: 'Somebody signed in to your account from a device that was not seen before.',
      facts: [
        ['When', at],
        ['Device', device ?? 'not told'],
        ['Internet address', ip],
      ],
      paragraphs: [
        ...(others > 0
          ? [`Sign-ins from other new devices since the last mail about one: ${others}.`]
          : []),
        'If it was you, there is nothing to do.',
        notYou,
      ],
    }),
    'account-erased': ({ at }) => ({
      subject: 'Your Lyceum account was erased',
      lead: 'Your account and your personal data were erased. Certificates that you were given stay valid.',
      facts: [['When', at]],
      paragraphs: ['This is the last mail to you.'],
    }),
    'payment-received': ({ receipt, total, titles, page, at }) => ({
      subject: `Your payment to Lyceum, receipt ${receipt}`,
      lead: 'Your payment has arrived. Thank you.',
      facts: [
        ['Receipt', receipt],
        ['Amount', formatMoney(total, 'en')],
        [titles.length === 1 ? 'Course' : 'Courses', titles.join(', ')],
        ['When', at],
        ...factIf('Where to find it', page),
      ],
      paragraphs: ['When you are signed in, the receipt is with your purchases, also as a PDF.'],
    }),
    'refund-made': ({ receipt, amount, title, page, at }) => ({
      subject: 'Lyceum has paid money back to you',
      lead:
        title === null
          ? 'We have paid back money that you did not owe.'
          : 'We have paid money back to you. If that was all that you paid for the course, it is closed now; a certificate that you have stays valid.',
      facts: [
        ['Amount', formatMoney(amount, 'en')],
        ...factIf('Course', title),
        ...factIf('Receipt', receipt),
        ['When', at],
        ...factIf('Where to find it', page),
      ],
      paragraphs: [
        'It goes the way that you paid. It may take some days until your bank shows it.',
      ],
    }),
  },
}

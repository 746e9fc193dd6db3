/**
 * The mail to operators, in English like the command line and the log. What it says of each kind of
 * finding (`server/features/maintenance/operators/look-for-findings.ts`).
 */
export const operatorTexts = {
  subject: (host: string, findings: number) =>
    findings === 0
      ? `${host}: everything is mended`
      : `${host} needs you: ${findings} ${findings === 1 ? 'finding' : 'findings'}`,
  greeting: 'Hello operator,',
  lead: 'Something is wrong that the service cannot mend by itself:',
  allMended: 'Nothing is wrong any more.',
  mended: (titles: string[]) => `Mended since the last mail: ${titles.join('; ')}.`,
  howOften:
    'You get one mail a day at most, and none while nothing is wrong. `npm run lyceum -- doctor` ' +
    'looks again now.',
  footer: (publicUrl: string, at: string) =>
    `From ${publicUrl}, found at ${at}. Set OPERATOR_EMAILS to change who gets these mails.`,
  kinds: {
    'signing-certificate-ends': {
      title: 'The certificate that signs PDFs ends soon',
      remedy:
        'Put a new certificate into the file CERTIFICATE_SIGNING_FILE. Nothing is printed once it ' +
        'has ended.',
    },
    'signing-file-unusable': {
      title: 'PDFs cannot be signed',
      remedy:
        'Correct the file CERTIFICATE_SIGNING_FILE or its password. Certificates wait until then.',
    },
    'printing-unavailable': {
      title: 'Nothing can be printed',
      remedy: 'Run `npm run lyceum -- doctor` on that machine: it says what the browser lacks.',
    },
    'mail-server-fails': {
      title: 'The mail server takes no mail',
      remedy: 'Start it, or correct SMTP_URL. Mails wait for about a day.',
    },
    'payment-provider-fails': {
      title: 'The payment provider refuses calls',
      remedy: 'Check its API key, and its status page. Nobody can pay until then.',
    },
    'payment-events-missing': {
      title: 'Events of payments do not arrive',
      remedy: 'Enable the webhook at the payment provider, and see its failed deliveries there.',
    },
    'payment-events-refused': {
      title: 'Events of payments have wrong signatures',
      remedy: 'Set STRIPE_WEBHOOK_SECRET to the signing secret of the webhook.',
    },
    'sign-in-provider-fails': {
      title: 'Third parties to sign in with do not answer',
      remedy: 'Correct their issuer, or make them reachable from the servers.',
    },
    'file-storage-fails': {
      title: 'PDFs cannot be stored',
      remedy: 'Correct CERTIFICATE_STORAGE and its settings, or the permissions there.',
    },
    'media-storage-fails': {
      title: 'Pictures, videos and files of courses cannot be stored',
      remedy: 'Correct MEDIA_STORAGE and its settings, or the permissions there.',
    },
    'disk-full-soon': {
      title: 'A disk is almost full',
      remedy: 'Free up space, or set DATA_DIR to a folder on a different disk.',
    },
    'jobs-stuck': {
      title: 'Jobs have waited for more than an hour',
      remedy: 'The log says at level `warn` why they fail ("job failed and will be retried").',
    },
    'items-postponed': {
      title: 'Jobs cannot do some of their items',
      remedy:
        'The log says why ("an item of a job failed and is postponed"). They are tried again by ' +
        'themselves; `npm run lyceum -- job postponed` lists them, and `--retry` tries them at once.',
    },
    'clock-differs': {
      title: 'The clock of a machine is not that of the database',
      remedy: 'Set the wrong one of the two, and keep both right with NTP.',
    },
    'webhook-given-up': {
      title: 'A webhook no longer receives events',
      remedy:
        'Its receiver answered 410 Gone, or took nothing for five days. Mend the receiver, enable ' +
        'the webhook and replay what it missed; or delete it.',
    },
    'data-violated': {
      title: 'The data violates its invariants',
      remedy: 'Run `npm run lyceum -- doctor --data`: it names the command that settles each.',
    },
    'data-unchecked': {
      title: 'The data was not checked',
      remedy: 'Run `npm run lyceum -- doctor --data`; the log says why the nightly check failed.',
    },
  },
} as const

export type FindingKind = keyof typeof operatorTexts.kinds

export function isFindingKind(kind: string): kind is FindingKind {
  return Object.hasOwn(operatorTexts.kinds, kind)
}

/** Something that only operators can fix. */
export interface OperatorFinding {
  kind: FindingKind
  /** Names and dates: nothing secret, and nothing of a person. */
  facts: string[]
}

import type { AdminCertificate } from '../../../server/features/learning/certificates/schema.ts'
import type { CommandEntry, Described } from '../command-entry.ts'
import { likeOperation, loading, operationCommand } from '../operations/operation-command.ts'
import { courseArgument, limitOption } from './described.ts'

const certificates = loading(async () => ({
  ...(await import('../../../server/features/learning/certificates/schema.ts')),
  ...(await import('../../../server/features/learning/certificates/administer-certificates.ts')),
}))

const codeArgument: Described = [
  '<code>',
  'code of the certificate, upper or lower case, with or without dashes',
  { field: 'code', example: '7Q3M-X9KD-2HVA-RT5E-8' },
]

export const certificateCommands: CommandEntry = {
  name: 'certificate',
  about: 'Shows, verifies, revokes, reinstates, reissues and prints certificates.',
  examples: [
    'show 7Q3M-X9KD-2HVA-RT5E-8',
    'revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"',
  ],
  commands: [
    operationCommand(certificates('ListAllCertificatesInput', 'listAllCertificates'), {
      name: 'list',
      about: 'Lists certificates, newest first.',
      operation: 'certificates.adminList',
      options: {
        q: [
          '--words <words>',
          'only those with all of these words in the name on them, or whose code begins like this',
        ],
        userId: [
          '--email <email>',
          'only certificates of this user',
          { as: 'email', finds: 'user' },
        ],
        courseId: [
          '--course <course>',
          'only certificates for this course (slug or id)',
          { finds: 'course' },
        ],
        limit: limitOption('certificates', '100'),
      },
      examples: ['', '--email ada@example.com', '--status revoked'],
      columns: [
        'verificationCode',
        'status',
        'completedOn',
        'lastDay',
        'pdf',
        'learnerName',
        'courseTitle',
      ],
      none: 'There are no certificates.',
    }),
    operationCommand(certificates('VerifyCertificateInput', 'showAsAdmin'), {
      name: 'show',
      about: 'Shows what a certificate says, its status, and where its PDF is.',
      arguments: [codeArgument],
    }),
    operationCommand(certificates('RevokeCertificateInput', 'revokeAsAdmin'), {
      name: 'revoke',
      about:
        'Revokes a certificate; verifying its code shows that it was revoked. ' +
        'Running it again has no effect: the first reason stays.',
      operation: 'certificates.adminRevoke',
      arguments: ['code'],
      care: { asks: (code: string) => `Revoke the certificate ${code}?`, word: 'revoke' },
      examples: [
        '7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"',
        '7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued by mistake" --dry-run',
      ],
      tellsChange: true,
      says: (it, _typed, changed) =>
        changed
          ? `${called(it)} is now revoked.`
          : `${called(it)} was already revoked on ${it.revokedAt}: ${it.revocationReason}`,
    }),
    operationCommand(certificates('ReinstateCertificateInput', 'reinstateAsAdmin'), {
      name: 'reinstate',
      about:
        'Takes back a mistaken revocation: verifying its code shows that it is valid again. When ' +
        'and why it was revoked stays on record.',
      operation: 'certificates.adminReinstate',
      arguments: ['code'],
      care: 'rehearsed',
      examples: ['7Q3M-X9KD-2HVA-RT5E-8 --reason "Revoked by mistake"'],
      tellsChange: true,
      says: (it, _typed, changed) =>
        `${called(it)} ${changed ? 'is valid again' : 'is not revoked'}.`,
    }),
    operationCommand(certificates('ReissueCertificateInput', 'reissueAsAdmin'), {
      name: 'reissue',
      about:
        "Replaces a certificate by a new one with the current name in the learner's profile; " +
        'the date of completion stays. Verifying the old code still works and leads to the new ' +
        'certificate. Running it again with the old code has no effect.',
      operation: 'certificates.adminReissue',
      arguments: ['code'],
      tellsChange: true,
      says: (it, _typed, changed) =>
        `${called(it)} ${changed ? 'replaces' : 'has already replaced'} the old one.`,
    }),
    likeOperation({
      name: 'reissue-course',
      about:
        'Replaces all certificates of a course by new ones with the current look, issuer and ' +
        'names, after showing how many; owners are mailed. Running it again replaces nothing twice.',
      operation: 'certificates.adminReissueMany',
      arguments: [courseArgument],
      without: ['codes'],
      care: 'shown',
      examples: [
        'knots --reason "The dean signs them now" --dry-run',
        'knots --reason "The dean signs them now" --yes',
      ],
      run: async () => (await import('../actions/reissue-course.ts')).reissueCourse,
    }),
    operationCommand(certificates('RenderCertificateInput', 'printAsAdmin'), {
      name: 'render',
      about: 'Prints the PDF of a certificate that has none yet. An existing PDF is never changed.',
      operation: 'certificates.adminRender',
      arguments: ['code'],
    }),
    {
      name: 'verify',
      about:
        'Verifies a certificate with the public keys alone, without the database: its ' +
        'credential (a JWT), the text of its QR code, or a PDF with the credential in it. To ' +
        'see whether it was revoked since, use `show` or the page behind its QR code.',
      arguments: [['<file>', 'file to verify; - for standard input']],
      options: [
        [
          '--jwks <file or URL>',
          'public keys, such as /.well-known/jwks.json of the service. Default: the keys of this ' +
            'server',
        ],
        [
          '--printed <fact=value>',
          'what you read on the paper, such as lastDay=2029-11-21; may be repeated. A paper that ' +
            'was changed is refused',
          { repeated: true },
        ],
      ],
      examples: [
        'certificate.pdf',
        'qr-code.txt --printed grade=96.66 --printed lastDay=2029-11-21',
        'credential.jwt --jwks https://learn.example.org/.well-known/jwks.json',
      ],
      run: async () => (await import('../actions/verify-certificate.ts')).verifyFile,
      opensItself: true,
    },
    {
      name: 'preview',
      about:
        'Prints a sample certificate, to show how certificates look now. It is not signed, and its ' +
        'code is not valid.',
      options: [
        ['--name <name>', 'name of the learner', { required: true }],
        [
          '--course <id or slug>',
          'design of the certificates of this course. Default: the design in the settings',
        ],
        [
          '--title <title>',
          'title to print. Default: the title of the course, or A Course of Everything',
        ],
        [
          '--language <tag>',
          'language, as in course.yaml. Default: the language of the course, or en',
        ],
        [
          '--minutes <number>',
          'minutes to print; 0 leaves them out. Default: the minutes of the course, or 720',
        ],
        ['--output <file>', 'PDF file to write', { default: 'certificate-preview.pdf' }],
        ['--open', 'open the PDF afterwards'],
      ],
      examples: [
        '--name "Ada Lovelace" --open',
        '--name "Ada Lovelace" --course version-control --open',
        '--name 山田太郎 --title 数学入門 --language ja',
      ],
      run: async () => (await import('../actions/preview-certificate.ts')).previewCertificate,
      opensItself: true,
    },
  ],
}

function called({ verificationCode, learnerName, courseTitle }: AdminCertificate): string {
  return `The certificate ${verificationCode} of ${learnerName} for ${courseTitle}`
}

import type { Command } from 'commander'
import type { ListOptions } from '../actions/certificate.ts'
import type { PreviewOptions } from '../actions/preview-certificate.ts'
import type { VerifyOptions } from '../actions/verify-certificate.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

const codeArgument = [
  '<code>',
  'code of the certificate, upper or lower case, with or without dashes',
] as const

export function addCertificateCommands(program: Command): void {
  const certificate = program
    .command('certificate')
    .description('Shows, verifies, revokes, reinstates, reissues and prints certificates.')
    .addHelpText(
      'after',
      examples(
        'certificate show 7Q3M-X9KD-2HVA-RT5E-8',
        'certificate revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"',
      ),
    )

  certificate
    .command('list')
    .description('Lists certificates, newest first.')
    .option('--email <email>', 'only certificates of this user')
    .option(
      '--status <status>',
      'only certificates with this status: issued, revoked or superseded',
    )
    .option('--limit <number>', 'maximum number of certificates', '100')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'certificate list',
        'certificate list --email ada@example.com',
        'certificate list --status revoked',
      ),
    )
    .action(async (options: OutputOptions & ListOptions) =>
      show(await (await actions()).listCertificates(options), options),
    )

  certificate
    .command('show')
    .description('Shows what a certificate says, its status, and where its PDF is.')
    .argument(...codeArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('certificate show 7Q3M-X9KD-2HVA-RT5E-8'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).showCertificate(code), options),
    )

  certificate
    .command('revoke')
    .description(
      'Revokes a certificate; verifying its code shows that it was revoked. ' +
        'Running it again has no effect: the first reason stays.',
    )
    .argument(...codeArgument)
    .requiredOption(
      '--reason <text>',
      'reason for the records; not shown when the code is verified',
    )
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'certificate revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"',
        'certificate revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued by mistake" --dry-run',
      ),
    )
    .action(async (code: string, options: OutputOptions & CautionOptions & { reason: string }) =>
      show(await (await actions()).revoke(code, options), options),
    )

  certificate
    .command('reinstate')
    .description(
      'Takes back a mistaken revocation: verifying its code shows that it is valid again. When ' +
        'and why it was revoked stays on record.',
    )
    .argument(...codeArgument)
    .requiredOption(
      '--reason <text>',
      'reason for the records; not shown when the code is verified',
    )
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('certificate reinstate 7Q3M-X9KD-2HVA-RT5E-8 --reason "Revoked by mistake"'),
    )
    .action(async (code: string, options: OutputOptions & CautionOptions & { reason: string }) =>
      show(await (await actions()).reinstate(code, options), options),
    )

  certificate
    .command('reissue')
    .description(
      "Replaces a certificate by a new one with the current name in the learner's profile; " +
        'the date of completion stays. Verifying the old code still works and leads to the new ' +
        'certificate. Running it again with the old code has no effect.',
    )
    .argument(...codeArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('certificate reissue 7Q3M-X9KD-2HVA-RT5E-8'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).reissue(code), options),
    )

  certificate
    .command('render')
    .description(
      'Prints the PDF of a certificate that has none yet. An existing PDF is never changed.',
    )
    .argument(...codeArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('certificate render 7Q3M-X9KD-2HVA-RT5E-8'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).render(code), options),
    )

  certificate
    .command('verify')
    .description(
      'Verifies a certificate with the public keys alone, without the database: its ' +
        'credential (a JWT), the text of its QR code, or a PDF with the credential in it. To ' +
        'see whether it was revoked since, use `show` or the page behind its QR code.',
    )
    .argument('<file>', 'file to verify; - for standard input')
    .option(
      '--jwks <file or URL>',
      'public keys, such as /.well-known/jwks.json of the service. Default: the keys of this ' +
        'server',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'certificate verify certificate.pdf',
        'certificate verify credential.jwt --jwks https://learn.example.org/.well-known/jwks.json',
      ),
    )
    .action(async (file: string, options: OutputOptions & VerifyOptions) => {
      const { verifyFile } = await import('../actions/verify-certificate.ts')
      show(await verifyFile(file, options), options)
    })

  certificate
    .command('preview')
    .description(
      'Prints a sample certificate, to show how certificates look now. It is not signed, and its ' +
        'code is not valid.',
    )
    .requiredOption('--name <name>', 'name of the learner')
    .option(
      '--course <id or slug>',
      'design of the certificates of this course. Default: the design in the settings',
    )
    .option(
      '--title <title>',
      'title to print. Default: the title of the course, or A Course of Everything',
    )
    .option(
      '--language <tag>',
      'language, as in course.yaml. Default: the language of the course, or en',
    )
    .option(
      '--minutes <number>',
      'minutes to print; 0 leaves them out. Default: the minutes of the course, or 720',
    )
    .option('--output <file>', 'PDF file to write', 'certificate-preview.pdf')
    .option('--open', 'open the PDF afterwards')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'certificate preview --name "Ada Lovelace" --open',
        'certificate preview --name "Ada Lovelace" --course version-control --open',
        'certificate preview --name 山田太郎 --title 数学入門 --language ja',
      ),
    )
    .action(async (options: OutputOptions & PreviewOptions) => {
      const { previewCertificate } = await import('../actions/preview-certificate.ts')
      show(await previewCertificate(options), options)
    })
}

function actions() {
  return import('../actions/certificate.ts')
}

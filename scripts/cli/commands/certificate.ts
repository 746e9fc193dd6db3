import type { Command } from 'commander'
import type { ListOptions } from '../actions/certificate.ts'
import type { PreviewOptions } from '../actions/preview-certificate.ts'
import type { VerifyOptions } from '../actions/verify-certificate.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

const codeArgument = [
  '<code>',
  'code of the certificate, in any case, with or without dashes',
] as const

export function addCertificateCommands(program: Command): void {
  const certificate = program
    .command('certificate')
    .description('Shows certificates, checks, revokes, replaces and prints them.')
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
    .option('--email <address>', 'only those of this user')
    .option('--status <status>', 'only those that are issued, revoked or superseded')
    .option('--limit <number>', 'how many at most', '100')
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
    .description('Shows what a certificate says, whether it is valid, and where its PDF is.')
    .argument(...codeArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('certificate show 7Q3M-X9KD-2HVA-RT5E-8'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).showCertificate(code), options),
    )

  certificate
    .command('revoke')
    .description(
      'Revokes a certificate for good: whoever checks its code is told so. Done again it changes nothing; the first reason stays.',
    )
    .argument(...codeArgument)
    .requiredOption(
      '--reason <text>',
      'why, for the records; those who check the code do not see it',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('certificate revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"'),
    )
    .action(async (code: string, options: OutputOptions & { reason: string }) =>
      show(await (await actions()).revoke(code, options.reason), options),
    )

  certificate
    .command('reissue')
    .description(
      'Puts a new certificate in the place of one, with the name that the profile says now; the day of completion stays. The old code goes on to ' +
        'answer, and says which certificate took its place. Done again with the old code it changes nothing.',
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
      'Prints a certificate that has no PDF yet, here and now. What is printed stays as it is.',
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
      'Checks a certificate with nothing but the public keys, without the database: its credential (a JWT), the text of its QR code, or a PDF ' +
        'that carries the credential. Whether it was revoked since is told by `show`, or by the page behind its QR code.',
    )
    .argument('<file>', 'file to check; - for the standard input')
    .option(
      '--jwks <file or address>',
      'public keys, as at /.well-known/jwks.json of the service. Default: the keys of this installation',
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
      'Prints a certificate that nobody was given, to see how those look that are issued now. It is not signed, and its code is not valid.',
    )
    .requiredOption('--name <name>', 'name of the learner')
    .option(
      '--course <id or slug>',
      'course whose certificate it is. Default: none, so that it looks as the settings say',
    )
    .option(
      '--title <title>',
      'title of the course. Default: that of the course, or A Course of Everything',
    )
    .option(
      '--language <tag>',
      'language of the course, as in its course.yaml. Default: that of the course, or en',
    )
    .option(
      '--minutes <number>',
      'minutes of its required lessons; 0 leaves them out. Default: those of the course, or 720',
    )
    .option('--output <file>', 'where the PDF goes', 'certificate-preview.pdf')
    .option('--open', 'show it when it is there')
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

import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addCertificateCommands(program: Command): void {
  const certificate = program
    .command('certificate')
    .description('Shows certificates and revokes them.')
    .addHelpText(
      'after',
      examples('certificate show 7Q3M-X9KD-2HVA-RT5E-8', 'certificate revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"'),
    )

  certificate
    .command('show')
    .description('Shows what a certificate says, whether it is valid, and where its PDF is.')
    .argument('<code>', 'code of the certificate, in any case, with or without dashes')
    .option(...jsonOption)
    .addHelpText('after', examples('certificate show 7Q3M-X9KD-2HVA-RT5E-8'))
    .action(async (code: string, options: OutputOptions) => show(await (await actions()).showCertificate(code), options))

  certificate
    .command('revoke')
    .description(
      'Revokes a certificate for good: whoever checks its code is told so. Done again it changes nothing; the first reason stays.',
    )
    .argument('<code>', 'code of the certificate, in any case, with or without dashes')
    .requiredOption('--reason <text>', 'why, for the records; those who check the code do not see it')
    .option(...jsonOption)
    .addHelpText('after', examples('certificate revoke 7Q3M-X9KD-2HVA-RT5E-8 --reason "Issued to the wrong person"'))
    .action(async (code: string, options: OutputOptions & { reason: string }) =>
      show(await (await actions()).revoke(code, options.reason), options),
    )
}

function actions() {
  return import('../actions/certificate.ts')
}

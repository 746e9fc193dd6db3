import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { courseFolder, FILES, MANIFEST } from '../../../books/folder/test-support.ts'
import { readPdf } from '../../../server/adapters/pdf-printer/test-support.ts'
import { startPrinter } from '../../../server/test/printing.ts'
import { givenCommandLine } from '../test/command-line.ts'

// Every command is a process of its own, and the first print unpacks the browser.
const { printer, isAvailable } = await startPrinter()
await printer.close()

test.skipIf(!isAvailable)(
  'a preview shows a certificate with the current settings, unsigned, and reports characters without a font',
  async () => {
    await using lyceum = await givenCommandLine()
    const output = join(lyceum.dataDir, 'preview.pdf')

    const { code, json } = await lyceum.run(
      'certificate preview --name "Ada ᏣᎳᎩ" --title Knoten --language de --minutes 0 ' +
        `--output ${output} --json`,
      { CERTIFICATE_ISSUER: 'Athenaeum', CERTIFICATE_LINES: 'Staatlich anerkannt' },
    )

    expect([code, json.file]).toEqual([0, output])
    const bytes = await readFile(output)
    const { text } = await readPdf(bytes)
    for (const words of [
      'Athenaeum',
      'AdaᏣᎳᎩ',
      'Knoten',
      'Staatlichanerkannt',
      '0000-0000-0000-0000-0',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Umfang')
    expect(bytes.includes('/ByteRange')).toBe(false)
  },
)

test('a name that no font can print is refused, and nothing is printed', async () => {
  await using lyceum = await givenCommandLine()

  const { code, stderr } = await lyceum.run(['certificate', 'preview', '--name', 'Ada 𓀀'])

  expect([code, stderr]).toEqual([2, expect.stringContaining('U+13000 (Egyptian_Hieroglyphs)')])
})

test.skipIf(!isAvailable)(
  'a preview shows the certificate of a course as it is issued now',
  async () => {
    await using lyceum = await givenCommandLine()
    const manifest = `certificate: { issuer: Faculty of Knots, lines: [Accredited by Sailors] }\n${MANIFEST}`
    await using folder = await courseFolder({ ...FILES, 'course.yaml': manifest })
    const output = join(lyceum.dataDir, 'preview.pdf')
    const preview = (...args: string[]) =>
      lyceum.run(
        ['certificate', 'preview', '--name', 'Ada', '--output', output, ...args, '--json'],
        { CERTIFICATE_LINES: 'Of the settings' },
      )
    await lyceum.run(['course', 'import', folder.path])

    expect((await preview('--course', 'knots')).code).toBe(0)
    const { text } = await readPdf(await readFile(output))
    const unknown = await preview('--course', 'nots')

    for (const words of ['FacultyofKnots', 'AccreditedbySailors', 'Knotsforeveryone', '1minute'])
      expect(text).toContain(words)
    expect(text).not.toContain('Ofthesettings')
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('course')])
  },
)

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readPdf } from '../server/adapters/certificate-renderer/test-support.ts'
import { startRenderer } from '../server/test/printing.ts'
import { givenCommandLine } from './test/command-line.ts'

// Every command is a process of its own, and the first print unpacks the browser.
vi.setConfig({ testTimeout: 90_000 })

const { renderer, isAvailable } = await startRenderer()
await renderer.close()

test.skipIf(!isAvailable)(
  'a preview shows a certificate with the present settings, unsigned, and tells what no font can show',
  async () => {
    await using lyceum = await givenCommandLine()
    const output = join(lyceum.dataDir, 'preview.pdf')

    const { code, json } = await lyceum.run(
      [
        'certificate',
        'preview',
        '--name',
        'Ada ᏣᎳᎩ',
        '--title',
        'Knoten',
        '--language',
        'de',
        '--minutes',
        '0',
        '--output',
        output,
        '--json',
      ],
      { CERTIFICATE_ISSUER: 'Athenaeum', CERTIFICATE_LINES: 'Staatlich anerkannt' },
    )

    expect([code, json.file, json.uncovered.scripts]).toEqual([0, output, ['Cherokee']])
    const bytes = await readFile(output)
    const { text } = await readPdf(bytes)
    for (const words of ['Athenaeum', 'Ada[U+13E3]', 'Knoten', 'Staatlichanerkannt', '0000-0000-0000-0000-0']) expect(text).toContain(words)
    expect(text).not.toContain('Umfang')
    expect(bytes.includes('/ByteRange')).toBe(false)
  },
)

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultBranding } from '../../../../content/branding/branding.ts'
import { htmlAttacks } from '../../../../content/test/html-attacks.ts'
import { printerForAllTests } from '../../../test/printing.ts'
import { createCertificateTemplates } from '../documents/certificate-template.ts'
import { createDocuments } from '../documents/documents.ts'
import type { Template } from '../documents/template.ts'
import { loadBodyFont } from '../fonts/body-font.ts'
import { createPdfPrinter } from '../pdf-printer.ts'
import {
  drawPdf,
  givenContent,
  givenOptions,
  givenReceipt,
  quiet,
  readPdf,
  withoutSpace,
  workDir,
} from '../test-support.ts'
import { type LaunchedBrowser, launchBrowser } from './launch.ts'
import { openPrintPage } from './print-page.ts'
import { openRuntimeFolder } from './runtime-folder.ts'
import { sandboxLevels } from './sandbox.ts'
import { unpackChromium, unpackFonts } from './unpack.ts'

let connections = 0
const canary = createServer((_, response) => response.end('canary'))
canary.on('connection', () => {
  connections += 1
})
canary.listen(0, '127.0.0.1')
await once(canary, 'listening')
const { port } = canary.address() as AddressInfo
const url = `http://127.0.0.1:${port}`
afterAll(() => canary.close())

const attacks = htmlAttacks(url)

test('forty ways to smuggle something in are tried', () => {
  expect(new Set(attacks).size).toBe(40)
})

const { printer, isAvailable: available } = await printerForAllTests()

describe.skipIf(!available)('markup in a name', () => {
  test.each(attacks)('is printed as typed, and no request is made: %s', async (attack) => {
    const before = connections

    const { text, pages } = await readPdf(
      await printer.printCertificate(
        givenContent({
          learnerName: attack,
          courseTitle: `${attack}!`,
          issuer: attack,
          verifyUrl: attack,
          code: attack.slice(0, 21),
        }),
      ),
    )

    expect(text).toContain(withoutSpace(attack))
    expect(text).toContain(`${withoutSpace(attack)}!`)
    expect(text).not.toMatch(/root:x:/u)
    expect(pages).toBe(1)
    expect(connections - before).toBe(0)
  })
})

describe.skipIf(!available)('markup on a receipt', () => {
  test('is printed as typed wherever it stands, and no request is made', async () => {
    const before = connections
    for (const attack of attacks) {
      const content = givenReceipt({
        buyer: { name: attack, email: attack },
        company: { name: attack, addressLines: [attack], taxNumber: attack },
        issuer: attack,
        issuerLines: [attack],
      })
      const lines = content.lines.map((line) => ({ ...line, title: attack }))

      const pdf = await printer.printReceipt({ ...content, lines, transactionId: attack })

      const { text, pages } = await readPdf(pdf)
      const whole = pages === 1 ? text : text + (await readPdf(pdf, 2)).text
      expect([attack, whole.split(withoutSpace(attack)).length]).toEqual([attack, 11])
    }
    expect(connections - before).toBe(0)
  })
})

// Gives the browser the network, so that the locks of the page show: at the safest level the kernel
// alone would keep the canary quiet.
const open = sandboxLevels({ allowNoSandbox: false }).find(
  ({ wrapper }) => !wrapper.includes('--net'),
)
const networked = await startNetworked().catch((error: unknown) => {
  console.warn(`SKIPPED, because no browser starts outside a network namespace: ${error}`)
  return undefined
})
afterAll(() => networked?.close())

async function startNetworked(): Promise<LaunchedBrowser | undefined> {
  if (!available || open === undefined) return undefined
  const { path: folder } = await openRuntimeFolder(workDir, quiet)
  const level = { ...open, args: [] }
  return launchBrowser({
    program: await unpackChromium(folder),
    level,
    folder,
    fontsPath: await unpackFonts(folder),
  })
}

describe.skipIf(!available)('a picture in the branding', () => {
  test('is shown, but runs no script and makes no request', async () => {
    const before = connections
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><script>fetch('${url}/script')</script><image href="${url}/image" width="9" height="9"/><style>@import url(${url}/style);</style><rect width="60" height="20" fill="#123456"/></svg>`
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    const branded = createPdfPrinter(givenOptions({ branding: { ...defaultBranding, logo } }))
    try {
      const { width, pixelsPerMm, data } = await drawPdf(
        await branded.printCertificate(givenContent()),
        {
          dotsPerInch: 50,
        },
      )

      const middleOfLogo =
        4 * (Math.round(33.5 * pixelsPerMm) * width + Math.round(148.5 * pixelsPerMm))
      expect([...data.subarray(middleOfLogo, middleOfLogo + 3)]).toEqual([0x12, 0x34, 0x56])
      expect(connections - before).toBe(0)
    } finally {
      await branded.close()
    }
  })
})

const documents = createDocuments()

describe.skipIf(networked === undefined)('in a browser that has the network', () => {
  test('the attacks are real: an ordinary page that reads them as HTML makes requests', async () => {
    const page = await launched().browser.newPage()
    const before = connections

    await page.setContent(attacks.filter((attack) => !attack.includes('refresh')).join('\n'), {
      waitUntil: 'load',
    })
    await sleep(200)

    expect(connections - before).toBeGreaterThan(0)
  })

  test('a name that is read as text makes no request', async () => {
    const page = await openPrintPage(launched().browser, await loadBodyFont(), givenTemplate(''))
    const before = connections

    for (const attack of attacks)
      await page.print(
        await documents.certificate(givenContent({ learnerName: attack, courseTitle: attack })),
      )
    await sleep(100)

    expect(connections - before).toBe(0)
  })

  test.each(attacks)(
    'the page makes no request even when the template holds the attack: %s',
    async (attack) => {
      const before = connections

      // Accepts the refusal of a page led away from its template: that is as good.
      await openPrintPage(launched().browser, await loadBodyFont(), givenTemplate(attack)).catch(
        () => undefined,
      )
      await sleep(50)

      expect(connections - before).toBe(0)
    },
  )
})

function launched(): LaunchedBrowser {
  if (networked === undefined) throw new Error('no browser')
  return networked
}

function givenTemplate(markup: string): Template {
  const template = createCertificateTemplates()(defaultBranding)
  return {
    ...template,
    build: (font) => template.build(font).replace('<main>', () => `${markup}<main>`),
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { loadFonts } from './fonts.ts'
import { type LaunchedBrowser, launchBrowser } from './launch.ts'
import { toPrinted } from './printed-certificate.ts'
import { createCertificateRenderer } from './renderer.ts'
import { openRuntimeFolder } from './runtime-folder.ts'
import { sandboxLevels } from './sandbox.ts'
import { openSlot } from './slot.ts'
import { buildTemplate } from './template.ts'
import { givenFacts, givenOptions, quiet, readPdf, requireBrowser, withoutSpace, workDir } from './test-support.ts'
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

const attacks = [
  `<img src="${url}/img">`,
  `<img src=x onerror="fetch('${url}/onerror')">`,
  `<iframe src="${url}/iframe"></iframe>`,
  `<iframe src="file:///etc/passwd"></iframe>`,
  `<object data="${url}/object"></object>`,
  `<embed src="${url}/embed">`,
  `<meta http-equiv=refresh content="0;url=${url}/meta">`,
  `<svg onload="fetch('${url}/svg')"></svg>`,
  `<svg><image href="${url}/image"/></svg>`,
  `<p style="background:url(${url}/css)">x</p>`,
  `<style>@import url(${url}/import);</style>`,
  `<style>@font-face{font-family:q;src:url(${url}/f)}*{font-family:q}</style>`,
  `<link rel=stylesheet href="${url}/style">`,
  `<link rel=prefetch href="${url}/prefetch">`,
  `<link rel=preconnect href="${url}">`,
  `<script src="${url}/script"></script>`,
  `<script>new WebSocket('ws://127.0.0.1:${port}')</script>`,
  `<video autoplay poster="${url}/poster" src="${url}/v"></video>`,
  `<audio autoplay src="${url}/audio"></audio>`,
  `<input type=image src="${url}/input">`,
  `<base href="${url}/"><img src=relative>`,
  `</h2></div></main><body background="${url}/body">`,
]

const renderer = createCertificateRenderer(givenOptions())
const available = await requireBrowser(renderer)
afterAll(() => renderer.close())

describe.skipIf(!available)('markup in a name', () => {
  test.each(attacks)('is printed as it was typed and calls nobody: %s', async (attack) => {
    const before = connections

    const { text, pages } = await readPdf(
      await renderer.render(givenFacts({ learnerName: attack, courseTitle: `${attack}!`, issuer: attack })),
    )

    expect(text).toContain(withoutSpace(attack))
    expect(text).toContain(`${withoutSpace(attack)}!`)
    expect(pages).toBe(1)
    expect(connections - before).toBe(0)
  })
})

// The kernel alone would keep the canary quiet at the safest level. Here the browser has the network, so that the locks of the page show.
const open = sandboxLevels({ allowNoSandbox: false }).find(({ wrapper }) => !wrapper.includes('--net'))
const networked = await startNetworked().catch((error: unknown) => {
  console.warn(`SKIPPED, because no browser starts outside a network namespace: ${error}`)
  return undefined
})
afterAll(() => networked?.close())

async function startNetworked(): Promise<LaunchedBrowser | undefined> {
  if (!available || open === undefined) return undefined
  const { path: folder } = await openRuntimeFolder(workDir, quiet)
  const level = { ...open, args: [] }
  return launchBrowser({ program: await unpackChromium(folder), level, folder, fontsPath: await unpackFonts(folder) })
}

describe.skipIf(networked === undefined)('in a browser that has the network', () => {
  test('the attacks are real: an ordinary page that reads them as HTML calls', async () => {
    const page = await launched().browser.newPage()
    const before = connections

    await page.setContent(attacks.filter((attack) => !attack.includes('refresh')).join('\n'), { waitUntil: 'load' })
    await sleep(200)

    expect(connections - before).toBeGreaterThan(0)
    await page.close()
  })

  test('a name that is read as text calls nobody', async () => {
    const slot = await openSlot(launched().browser, await givenTemplate(''))
    const before = connections

    for (const attack of attacks) await slot.print(toPrinted(givenFacts({ learnerName: attack, courseTitle: attack })))
    await sleep(100)

    expect(connections - before).toBe(0)
    await slot.close()
  })

  test.each(attacks)('even as part of the template, the page calls nobody: %s', async (attack) => {
    const before = connections

    // A page that was led away from its template is refused; that is as good.
    const slot = await openSlot(launched().browser, await givenTemplate(attack)).catch(() => undefined)
    await sleep(50)

    expect(connections - before).toBe(0)
    await slot?.close()
  })
})

function launched(): LaunchedBrowser {
  if (networked === undefined) throw new Error('no browser')
  return networked
}

async function givenTemplate(markup: string) {
  const fonts = await loadFonts()
  return { html: buildTemplate(fonts).replace('<main>', () => `${markup}<main>`), faceCount: fonts.faceCount }
}

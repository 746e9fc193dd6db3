import { expect, test } from 'vitest'
import { createCertificateRenderer } from './pdf-printer.ts'
import { givenOptions } from './test-support.ts'

test('a renderer knows that its browser is missing once it has looked for it', async () => {
  const renderer = createCertificateRenderer(givenOptions({ chromiumPath: '/nowhere/chromium' }))
  const before = renderer.missing

  const status = await renderer.status()
  await renderer.close()

  expect([before, status.available, renderer.missing]).toEqual([false, false, true])
})

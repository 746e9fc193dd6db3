import { type CertificateContent, type CertificateRenderer, RendererUnavailable } from '../adapters/certificate-renderer/renderer.ts'

export interface SwitchableRenderer extends CertificateRenderer {
  /** Whether there is a browser at the moment. */
  available: boolean
  missing: boolean
  /** What was printed, one after the other. */
  printed: CertificateContent[]
}

/** For tests of what happens around the printing: a browser that comes and goes. What it prints begins like a PDF and holds what it is to say. */
export function switchableRenderer({ available }: { available: boolean }): SwitchableRenderer {
  const renderer: SwitchableRenderer = {
    available,
    known: undefined,
    missing: false,
    printed: [],
    render: async (content) => {
      renderer.missing = !renderer.available
      if (renderer.missing) throw new RendererUnavailable('no browser at the moment')
      renderer.printed.push(content)
      return new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(content)}\n%${renderer.printed.length}\n`)
    },
    findUncovered: () => Promise.resolve(undefined),
    status: () => Promise.resolve({ available: renderer.available, detail: 'switched by the test' }),
    close: () => Promise.resolve(),
  }
  return renderer
}

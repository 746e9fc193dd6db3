import { type CertificateFacts, type CertificateRenderer, RendererUnavailable } from '../adapters/certificate-renderer/renderer.ts'

export interface SwitchableRenderer extends CertificateRenderer {
  /** Whether there is a browser at the moment. */
  available: boolean
  missing: boolean
  /** What was printed, one after the other. */
  printed: CertificateFacts[]
}

/** For tests of what happens around the printing: a browser that comes and goes. What it prints begins like a PDF and holds the facts. */
export function switchableRenderer({ available }: { available: boolean }): SwitchableRenderer {
  const renderer: SwitchableRenderer = {
    available,
    missing: false,
    printed: [],
    render: async (facts) => {
      renderer.missing = !renderer.available
      if (renderer.missing) throw new RendererUnavailable('no browser at the moment')
      renderer.printed.push(facts)
      return new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(facts)}\n%${renderer.printed.length}\n`)
    },
    status: () => Promise.resolve({ available: renderer.available, detail: 'switched by the test' }),
    close: () => Promise.resolve(),
  }
  return renderer
}

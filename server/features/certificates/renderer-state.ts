import type { CertificateRenderer } from '../../adapters/certificate-renderer/renderer.ts'

/** Renderers whose last print found no browser: what they are to print is "unavailable", not "pending". */
export const knownToBeMissing = new WeakSet<CertificateRenderer>()

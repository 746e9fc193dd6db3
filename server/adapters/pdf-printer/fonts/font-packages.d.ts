declare module 'subset-font' {
  interface Options {
    keepAllGlyphs: true
    targetFormat: 'truetype'
    /** Axes of a variable font, each with the value that it is pinned to. */
    variationAxes?: Record<string, number>
    dropTables?: string[]
    noHinting?: true
  }
  /**
   * A smaller font made from another, by harfbuzz. One after the other, however many are asked for
   * at once.
   */
  function subsetFont(font: Uint8Array, text: undefined, options: Options): Promise<Buffer>
  export = subsetFont
}

declare module 'subset-font' {
  interface Options {
    keepAllGlyphs: true
    targetFormat: 'truetype'
    /** Axes of a variable font, each with its pinned value. */
    variationAxes?: Record<string, number>
    dropTables?: string[]
    noHinting?: true
  }
  /**
   * Makes a smaller font from a larger one, with harfbuzz. Makes one at a time, however many are
   * requested at once.
   */
  function subsetFont(font: Uint8Array, text: undefined, options: Options): Promise<Buffer>
  export = subsetFont
}

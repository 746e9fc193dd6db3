import { join } from 'node:path'
import ts from 'typescript'

/**
 * Compiles a project again and again, and tells what is wrong in one of its files, or in all. It
 * keeps the files that it has read, and checks no more than it is asked for.
 */
export function createCompiler(folder: string): (file: string) => string | undefined {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const project = () => ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const { options } = project()
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile
  const parsed = new Map<string, { file: ts.SourceFile | undefined; time: number }>()
  host.getSourceFile = (name, ...how) => {
    const time = ts.sys.getModifiedTime?.(name)?.getTime() ?? 0
    const known = parsed.get(name)
    if (known?.time === time) return known.file
    const file = parse(name, ...how)
    parsed.set(name, { file, time })
    return file
  }

  let program: ts.Program | undefined
  return (file) => {
    program = ts.createProgram(project().fileNames, options, host, program)
    const source = file === '' ? undefined : program.getSourceFile(join(folder, file))
    // A file that is left out is no fault itself.
    if (file !== '' && source === undefined) return undefined
    const [first] = ts.getPreEmitDiagnostics(program, source)
    return (
      first && ts.formatDiagnostic(first, { ...host, getCurrentDirectory: () => folder }).trim()
    )
  }
}

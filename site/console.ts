import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { addLicences, LICENCE_COMMENT, LICENCE_LIST, licencesIn } from './licences.ts'

const FOLDER = join(import.meta.dirname, '../console')

/**
 * The console: its page, one style sheet, and its scripts, a chunk for each page. The names of the last two contain a hash of their
 * content. It is a build of its own, so that it shares no file with the element.
 */
export function consolePages(): Plugin {
  let conditions: string[]
  return {
    name: 'console',
    apply: 'build',
    configResolved(config) {
      conditions = config.resolve.conditions
    },
    async generateBundle() {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      const styles = stylesOf(join(FOLDER, 'styles'))
      const hash = createHash('sha256').update(styles).digest('hex').slice(0, 8)
      const styleSheet = `console/console-${hash}.css`
      emit(styleSheet, styles)
      const output = await scripts(conditions)
      for (const file of output) if (file.type === 'chunk') emit(file.fileName, file.code)
      const entry = output.find(file => file.type === 'chunk' && file.isEntry)
      const page = readFileSync(join(FOLDER, 'console.html'), 'utf8')
      emit('console.html', page.replace('STYLES', `/${styleSheet}`).replace('SCRIPT', `/${entry?.fileName}`))
    },
  }
}

/** The parts of the style sheet, in the order of their names. */
const stylesOf = (folder: string): string =>
  readdirSync(folder)
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

async function scripts(conditions: string[]): Promise<Rolldown.RolldownOutput['output']> {
  const result = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions },
    build: {
      write: false,
      target: 'es2022',
      license: LICENCE_LIST,
      modulePreload: false,
      rolldownOptions: {
        input: join(FOLDER, 'app.ts'),
        output: {
          format: 'es',
          postBanner: LICENCE_COMMENT,
          entryFileNames: 'console/[name]-[hash:8].js',
          chunkFileNames: 'console/[name]-[hash:8].js',
        },
      },
    },
  })) as Rolldown.RolldownOutput
  addLicences(licencesIn(result.output))
  return result.output
}

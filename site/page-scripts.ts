import { build, type Plugin } from 'vite'
import { addLicences, LICENCE_COMMENT, LICENCE_LIST, licencesIn } from './licences.ts'

/**
 * Bundles the scripts of the service's own pages, each into one file. They are apart from the widget's build, because that would
 * move what they have in common with the widget into a shared file, which the integrity value of the pinned script does not cover.
 * `scripts` has the source of each script by the name of its file.
 */
export function pageScripts(scripts: Record<string, string>): Plugin {
  let conditions: string[]
  return {
    name: 'page-scripts',
    apply: 'build',
    configResolved(config) {
      conditions = config.resolve.conditions
    },
    async generateBundle() {
      for (const [fileName, input] of Object.entries(scripts))
        this.emitFile({ type: 'asset', fileName, source: await bundle(input, conditions) })
    },
  }
}

/** A classic script, because browsers differ in their support of modules in service workers. */
async function bundle(input: string, conditions: string[]): Promise<string> {
  const results = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions },
    build: {
      write: false,
      target: 'es2022',
      license: LICENCE_LIST,
      rolldownOptions: { input, output: { format: 'iife', postBanner: LICENCE_COMMENT } },
    },
  })
  const output = [results].flat().flatMap(result => ('output' in result ? result.output : []))
  addLicences(licencesIn(output))
  const script = output.find(({ type }) => type === 'chunk')
  if (script?.type !== 'chunk') throw new Error(`${input} has no script`)
  return script.code
}

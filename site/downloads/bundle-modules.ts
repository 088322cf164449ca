import { type BuildEnvironmentOptions, build } from 'vite'

/** The file beside a bundle with the licences of the packages in it. */
export const LICENCES = { fileName: 'LICENSES.md' }

/** Bundles modules, each a file by its name, into a folder, which is emptied first. */
export async function bundleModules(
  folder: string,
  entry: Record<string, string>,
  rolldownOptions: BuildEnvironmentOptions['rolldownOptions'],
): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      license: LICENCES,
      lib: { entry, formats: ['es'] },
      rolldownOptions,
    },
  })
}

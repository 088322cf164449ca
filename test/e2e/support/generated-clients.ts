import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSource } from 'oazapfts'
import { generate } from 'openapi-typescript-codegen'
import { runnerImport } from 'vite'

/** Generated code imports its runtime from node_modules, so that it is written below them. */
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache')

/** A client as a generator made it: the body of a request in, nothing but success out. */
interface GeneratedClient {
  postBooking(body: object): Promise<unknown>
}

async function inFolder<T>(make: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'generated-client-'))
  try {
    return await make(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A client by openapi-typescript-codegen. */
const byCodegen = (document: object, origin: string, token: string) =>
  inFolder(async (folder): Promise<GeneratedClient> => {
    await generate({ input: structuredClone(document), output: folder, httpClient: 'fetch' })
    const { module } = await runnerImport<{
      OpenAPI: { BASE: string; TOKEN: string }
      BookingService: GeneratedClient
    }>(join(folder, 'index.ts'))
    Object.assign(module.OpenAPI, { BASE: origin, TOKEN: token })
    return module.BookingService
  })

/** A client by oazapfts. */
const byOazapfts = (document: object, origin: string, token: string) =>
  inFolder(async (folder): Promise<GeneratedClient> => {
    const specification = join(folder, 'openapi.json')
    writeFileSync(specification, JSON.stringify(document))
    const source = join(folder, 'client.ts')
    writeFileSync(source, await generateSource(specification))
    const { module } = await runnerImport<
      GeneratedClient & { defaults: { baseUrl: string; headers: Record<string, string> } }
    >(source)
    Object.assign(module.defaults, { baseUrl: origin, headers: { authorization: `Bearer ${token}` } })
    return {
      async postBooking(body) {
        const { status, data } = (await module.postBooking(body)) as { status: number; data: unknown }
        if (status !== 200) throw new Error(`${status}: ${JSON.stringify(data)}`)
      },
    }
  })

/** Clients of the service, each by another generator, from the document that the service serves. */
export const GENERATORS = { 'openapi-typescript-codegen': byCodegen, oazapfts: byOazapfts }

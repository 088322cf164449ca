import { installedBrowser } from '../../../scripts/chromium.ts'

export default async () => {
  await installedBrowser()
}

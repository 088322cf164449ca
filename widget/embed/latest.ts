/** What `/widget/latest.json` says: the newest script that never changes, and what a browser is to check it against. */
export interface Latest {
  /** its path on our site: `/widget/guest-itinerary.1f0c….js` */
  script: string
  /** for the attribute `integrity`: `sha384-…` */
  integrity: string
  /** the package's version */
  version: string
}

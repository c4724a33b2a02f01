// Addresses of pages: paths on a server; fragments (after the #) in an export.

/** Whether pages have no paths of their own here. */
export const isFolder = document.documentElement.dataset.pages === "fragments";

/** The folder that the page lies in: the root of a server, or wherever the files are. */
export const base = isFolder ? new URL("./", location.href.replace(/[?#].*/, "")).href : `${location.origin}/`;

/** How a link to a page is written. @param {string} page A path such as /learn?game=chess. */
export function addressOf(page) {
  return isFolder ? `#${page}` : page;
}

/** The whole address of a page, for others. @param {string} page */
export function linkTo(page) {
  return isFolder ? `${base}#${page}` : `${location.origin}${page}`;
}

/** The page that an address names, as a path with its query; null if it is none of ours. @param {URL} address */
export function pageOf(address) {
  if (!address.href.startsWith(base)) return null;
  if (address.hash.startsWith("#/")) return address.hash.slice(1);
  if (isFolder) return /^(index\.html)?$/.test(address.href.slice(base.length).replace(/[?#].*/, "")) ? `/${address.search}${address.hash}` : null;
  return address.pathname + address.search + address.hash;
}

/** The page that is shown. @returns {URL} */
export function here() {
  return new URL(pageOf(new URL(location.href)) ?? "/", location.origin);
}

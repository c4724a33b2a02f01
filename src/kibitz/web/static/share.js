// A whole game in a link: its record, packed, after the #.

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream|DecompressionStream} through
 */
async function piped(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The link that brings a record to whoever opens it.
 * @param {string} record
 */
export async function linkFor(record) {
  const packed = await piped(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...packed));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#record=${safe}`;
}

/**
 * The record in the part of a link after the #, or null.
 * @param {string} hash
 */
export async function recordIn(hash) {
  const found = /^#record=([\w-]{1,60000})$/.exec(hash);
  if (!found) return null;
  try {
    const binary = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/**
 * Offer a file to be kept.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A picture in pixels, from one in shapes.
 * @param {string} source
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function pixels(source, scale = 2) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

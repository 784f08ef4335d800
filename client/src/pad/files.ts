/** Files leave the page: shared where the device offers that, otherwise saved. */

/** Save a file where the browser saves files. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Hand a file to another application of the device, or save it. */
export async function shareFile(content: Blob, name: string): Promise<void> {
  const file = new File([content], name, { type: content.type })
  if (!navigator.canShare?.({ files: [file] })) {
    saveFile(content, name)
    return
  }
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // Whoever closes the device's own dialog wants nothing more.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(content, name)
  }
}

/** Hand a link to another application, or copy it; tells what became of it. */
export async function shareLink(
  url: string,
  title: string,
): Promise<'shared' | 'copied' | 'shown'> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ url, title })
      return 'shared'
    }
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'shown'
  }
}

/** A name as part of a file name. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w -]/g, '')
    .trim()
  return plain.replaceAll(/\s+/g, '-').toLowerCase() || 'match'
}

// The result as a PNG, made of the SVG by the browser: for the system's way to share, else a file.

export async function sharePicture(link, notice) {
  try {
    const file = new File([await png(link.href)], link.download.replace(/svg$/, "png"), { type: "image/png" });
    const shared = { files: [file], title: document.title, url: link.dataset.link };
    if (navigator.canShare?.(shared)) return await share(shared);
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(file);
    saved.download = file.name;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
    notice(link.dataset.done);
  } catch {
    notice(link.dataset.failed);
  }
}

// Who changes his mind need not be told.
async function share(shared) {
  try {
    await navigator.share(shared);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

async function png(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  const made = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!made) throw new Error("no picture");
  return made;
}

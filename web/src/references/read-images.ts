interface ReadImages {
  /** Data URLs, in the order the files were files. */
  read: string[];
  /** Names of the files that are no images, or could not be read. */
  unreadable: string[];
}

export async function readImages(files: File[]): Promise<ReadImages> {
  const results = await Promise.allSettled(files.map(readImage));
  return {
    read: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    unreadable: files.filter((_, at) => results[at]?.status === 'rejected').map((file) => file.name),
  };
}

function readImage(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const { result } = reader;
      if (typeof result === 'string' && result.startsWith('data:image/')) resolve(result);
      else reject(new TypeError(`${file.name} is not an image`));
    };
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read`));
    reader.readAsDataURL(file);
  });
}

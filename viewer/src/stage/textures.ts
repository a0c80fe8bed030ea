// SPDX-License-Identifier: MIT
// Images of a scene as textures.
import {
  ClampToEdgeWrapping, DataTexture, LinearFilter, LinearMipmapLinearFilter, MirroredRepeatWrapping,
  NearestFilter, RepeatWrapping, RGBAFormat, SRGBColorSpace, Texture, type Wrapping,
} from 'three';
import type { ShownImage, ShownMaterial } from 'anmkit';

const wraps: Record<ShownMaterial['wrapS'], Wrapping> = {
  repeat: RepeatWrapping, clamp: ClampToEdgeWrapping, mirror: MirroredRepeatWrapping,
};

type Pixels = ImageBitmap | { data: Uint8Array; width: number; height: number };

/** Undefined where the browser cannot read the image. */
async function decoded(image: ShownImage): Promise<Pixels | undefined> {
  if (image.mediaType === '') {
    const whole = image.width > 0 && image.height > 0 && image.bytes.length === 4 * image.width * image.height;
    return whole ? { data: image.bytes, width: image.width, height: image.height } : undefined;
  }
  try {
    const blob = new Blob([image.bytes as BlobPart], { type: image.mediaType });
    return await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  } catch {
    return undefined;
  }
}

/** A texture for each material that has one, and the names of images that cannot be read. */
export async function makeTextures(
  images: ShownImage[], materials: ShownMaterial[],
): Promise<{ textures: (Texture | undefined)[]; unread: string[] }> {
  const pixels = await Promise.all(images.map(decoded));
  const unread = images.flatMap((image, i) => (pixels[i] === undefined ? [image.name || `${i}`] : []));
  const textures = materials.map((material) => {
    const from = pixels[material.image];
    if (from === undefined) return undefined;
    const texture = from instanceof ImageBitmap
      ? new Texture(from as unknown as HTMLImageElement)
      : new DataTexture(from.data as Uint8Array<ArrayBuffer>, from.width, from.height, RGBAFormat);
    texture.colorSpace = SRGBColorSpace;
    texture.flipY = false;
    texture.wrapS = wraps[material.wrapS];
    texture.wrapT = wraps[material.wrapT];
    texture.magFilter = material.nearest ? NearestFilter : LinearFilter;
    texture.minFilter = material.mipmaps ? LinearMipmapLinearFilter
      : material.nearest ? NearestFilter : LinearFilter;
    texture.generateMipmaps = material.mipmaps;
    texture.needsUpdate = true;
    return texture;
  });
  return { textures, unread };
}

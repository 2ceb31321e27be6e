import latin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url';
import type { Picture } from './svg.ts';

/** Dots to a pixel: sharp on a good screen and in print. */
const dots = 2;

/** A picture as PNG, in the page's own font. */
export async function pngOf(picture: Picture): Promise<Blob> {
  const text = withFont(picture.text, await dataUrl(latin));
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * dots);
    canvas.height = Math.round(picture.height * dots);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('The browser made no picture of it.'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** An image sees nothing of the page around it, so it brings the font along. */
function withFont(svg: string, font: string): string {
  const style = `<style>@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(${font}) format("woff2")}</style>`;
  return svg.replace('>', () => `>${style}`);
}

async function dataUrl(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error('The font cannot be read.')));
    reader.readAsDataURL(blob);
  });
}

/** What a shape needs to look the same outside of the page, where no stylesheet reaches it. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'display',
] as const;

/** What is not part of the picture: buttons, and what follows the pointer. */
const LEFT_OUT = '[data-no-picture], .recharts-tooltip-wrapper, .only-read';
/**
 * What is drawn at once. A line may break between words; and the page's figures are of equal width, which a canvas does
 * not know.
 */
const PIECES = /\d|[^\s\d]+/g;
/** Pixels of the picture for each px of the page: sharp on every screen. */
const SCALE = 2;

/**
 * A PNG of a part of the page as it stands there: shapes through an image of each SVG, words in the page's own fonts,
 * which an image could not load. Boxes of HTML are not drawn.
 * @throws Error when the picture could not be made
 */
export async function pictureOf(part: HTMLElement): Promise<Blob> {
  const box = part.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(box.width * SCALE);
  canvas.height = Math.ceil(box.height * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.scale(SCALE, SCALE);
  context.fillStyle = getComputedStyle(part).getPropertyValue('--plot').trim();
  context.fillRect(0, 0, box.width, box.height);
  for (const svg of part.querySelectorAll('svg')) {
    if (svg.closest(LEFT_OUT) !== null || svg.parentElement?.closest('svg') != null) continue;
    const place = svg.getBoundingClientRect();
    if (place.width === 0 || place.height === 0) continue;
    const image = await imageOf(svg, place);
    context.drawImage(image, place.left - box.left, place.top - box.top, place.width, place.height);
  }
  drawWords(context, part, box);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)),
      'image/png',
    );
  });
}

async function imageOf(svg: SVGSVGElement, place: DOMRect): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  svg.querySelectorAll('*').forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const look of LOOKS) copies[index]?.style.setProperty(look, style.getPropertyValue(look));
  });
  for (const words of copy.querySelectorAll('text')) words.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(place.width));
  copy.setAttribute('height', String(place.height));
  const image = new Image();
  // A data URL: the page's policy lets pictures come from nowhere else.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

function drawWords(context: CanvasRenderingContext2D, part: HTMLElement, box: DOMRect): void {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    if (parent === null || parent.closest(LEFT_OUT) !== null || parent.closest('title, desc') !== null) continue;
    const style = getComputedStyle(parent);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = parent.closest('svg') === null ? style.color : style.fill;
    for (const { index, 0: piece } of (node.textContent ?? '').matchAll(PIECES)) {
      range.setStart(node, index);
      range.setEnd(node, index + piece.length);
      const place = range.getBoundingClientRect();
      const { width, fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(piece);
      const baseline = place.top + (place.height - ascent - descent) / 2 + ascent;
      context.fillText(piece, place.left - box.left + (place.width - width) / 2, baseline - box.top);
    }
  }
}

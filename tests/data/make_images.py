#!/usr/bin/python3
"""Writes the pictures in images/ with Pillow, and what Pillow reads in each as a .pixels file:
its bytes, row by row. Their extents are in tests/lib/images/image_file_test.cpp."""

import os
import struct
import zlib

from PIL import Image

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "images")


def picture(mode, width, height, seed):
    channels = len(Image.new(mode, (1, 1)).getbands())
    data = bytearray()
    for y in range(height):
        for x in range(width):
            for c in range(channels):
                data.append((40 * c + 9 * x * (c + 1) + 17 * y + seed + (x * y * 29) % 53) % 256)
    return Image.frombytes(mode, (width, height), bytes(data))


def write(name, image, shown=None, **options):
    path = os.path.join(folder, name)
    image.save(path, **options)
    keep(name, shown)


def keep(name, shown=None):
    if shown is None:
        shown = Image.open(os.path.join(folder, name))
        if shown.mode == "P":
            shown = shown.convert("RGB")
        elif shown.mode == "1":
            shown = shown.convert("L")
    assert shown.mode in ("L", "RGB")
    with open(os.path.join(folder, name + ".pixels"), "wb") as file:
        file.write(shown.tobytes())


def on_white(image):
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    return Image.alpha_composite(white, image.convert("RGBA")).convert("RGB")


def png(name, width, height, depth, colour, rows, extra=b"", interlace=0):
    """A PNG of a kind that Pillow does not write, chunk by chunk."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))

    with open(os.path.join(folder, name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0,
                                              interlace)))
        file.write(extra)
        file.write(chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)))
        file.write(chunk(b"IEND", b""))


os.makedirs(folder, exist_ok=True)
rgb, grey = picture("RGB", 13, 9, 3), picture("L", 13, 9, 5)
write("rgb.png", rgb)
write("grey.png", grey)
write("palette.png", rgb.quantize(7))
rgb.quantize(7).save(os.path.join(folder, "palette_alpha.png"), transparency=2)
keep("palette_alpha.png", on_white(Image.open(os.path.join(folder, "palette_alpha.png"))))
write("bilevel.png", grey.convert("1"))
rgba = picture("RGBA", 13, 9, 7)
write("rgba.png", rgba, on_white(rgba))
la = picture("LA", 13, 9, 9)
write("grey_alpha.png", la, on_white(la).convert("L"))

# 16 bits: the upper byte is what remains.
rows16 = [b"".join(struct.pack(">H", (x * 5003 + y * 9001) % 65536) for x in range(13))
          for y in range(9)]
png("grey16.png", 13, 9, 16, 0, rows16)
keep("grey16.png", Image.frombytes("L", (13, 9), b"".join(row[::2] for row in rows16)))

# Adam7: seven small pictures, of every so many-th pixel.
start_step = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)]
passes = []
for x0, y0, dx, dy in start_step:
    for y in range(y0, 9, dy):
        row = b"".join(bytes(rgb.getpixel((x, y))) for x in range(x0, 13, dx))
        if row:
            passes.append(row)
png("interlaced.png", 13, 9, 8, 2, passes, interlace=1)
keep("interlaced.png")

write("grey.jpg", grey, quality=90)
write("rgb420.jpg", picture("RGB", 21, 19, 3), quality=85, subsampling=2)
write("rgb444.jpg", rgb, quality=95, subsampling=0)
write("progressive.jpg", rgb, quality=80, progressive=True)
Image.merge("CMYK", [grey] * 4).save(os.path.join(folder, "cmyk.jpg"))

write("rgb.ppm", rgb)
write("grey.pgm", grey)

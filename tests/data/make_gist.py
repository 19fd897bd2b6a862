#!/usr/bin/python3
"""Writes gist_picture.npy and what GIST makes of it, with NumPy in double precision.

The method as in the authors' LMgist (Oliva and Torralba 2001); run in this folder.
"""

import numpy as np
from numpy.fft import fft2, fftshift, ifft2


def grid(rows, columns):
    """Frequencies in the order of fft2."""
    fx, fy = np.meshgrid(np.arange(-(columns // 2), columns - columns // 2),
                         np.arange(-(rows // 2), rows - rows // 2))
    return fftshift(fx), fftshift(fy)


def prefilter(image, fc=4, w=5):
    rows, columns, channels = image.shape
    n = max(rows, columns) + 2 * w
    n += n % 2
    image = np.pad(np.log(image + 1), ((w, w), (w, w), (0, 0)), mode="symmetric")
    image = np.pad(image, ((0, n - image.shape[0]), (0, n - image.shape[1]), (0, 0)),
                   mode="symmetric")
    fx, fy = grid(n, n)
    gf = np.exp(-(fx**2 + fy**2) / (fc**2 / np.log(2)))[:, :, None]
    low = lambda a: np.real(ifft2(fft2(a, axes=(0, 1)) * gf, axes=(0, 1)))
    image = image - low(image)
    deviation = np.sqrt(np.abs(low(image.mean(2, keepdims=True) ** 2)))
    return (image / (0.2 + deviation))[w:w + rows, w:w + columns]


def gist(image, orientations, blocks, border=32):
    """`image` is rows x columns x channels, described apart."""
    image = image - image.min()
    image = prefilter(255 * image / image.max())
    rows, columns = image.shape[:2]
    ys = np.arange(blocks + 1) * rows // blocks
    xs = np.arange(blocks + 1) * columns // blocks
    fx, fy = grid(rows + 2 * border, columns + 2 * border)
    radius, angle = np.hypot(fx, fy) / (columns + 2 * border), np.arctan2(fy, fx)
    result = []
    for channel in range(image.shape[2]):
        spectrum = fft2(np.pad(image[:, :, channel], border, mode="symmetric"))
        for i, count in enumerate(orientations):
            for j in range(count):
                tr = angle + np.pi / count * j
                tr = tr + 2 * np.pi * (tr < -np.pi) - 2 * np.pi * (tr > np.pi)
                G = np.exp(-10 * 0.35 * (radius / (0.3 / 1.85**i) - 1) ** 2
                           - 2 * (16 * count**2 / 32**2) * np.pi * tr**2)
                answer = np.abs(ifft2(spectrum * G))[border:-border, border:-border]
                result += [answer[ys[y]:ys[y + 1], xs[x]:xs[x + 1]].mean()
                           for x in range(blocks) for y in range(blocks)]
    return np.array(result, np.float32)


rows, columns = 16, 20
y, x, c = np.meshgrid(np.arange(rows), np.arange(columns), np.arange(3), indexing="ij")
noise = (x * 73 + y * 151 + c * 199 + x * y * 31) % 64
picture = (noise + 90 * ((x - 11) ** 2 + (y - 6) ** 2 < 20) + 5 * y + 12 * c).astype(np.uint8)

np.save("gist_picture.npy", picture.reshape(rows, columns * 3))
np.save("gist_grey.npy", gist(picture.mean(2, keepdims=True), (8, 8, 8, 8), 4))
np.save("gist_colour.npy", gist(picture.astype(float), (8, 8, 4), 2))

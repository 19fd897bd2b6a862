#!/usr/bin/python3
"""GIST with SciPy: the peer of gist_bench.cpp.

Usage: gist_scipy.py PICTURES HEIGHT WIDTH CHANNELS THREADS [OUT]
PICTURES holds the bytes of n pictures; OUT gets n x 512 float32. Prints seconds without start and
reading. The same filters in single precision; pictures in batches, scipy.fft on THREADS workers,
everything else on arrays of a batch.
"""

import sys
import time

import numpy as np
import scipy.fft as sf


def transfer_functions(n):
    f = np.fft.fftfreq(n, 1 / n)
    fx, fy = np.meshgrid(f, f)
    radius, angle = np.hypot(fx, fy) / n, np.arctan2(fy, fx)
    G = []
    for i in range(4):
        for j in range(8):
            tr = angle + np.pi / 8 * j
            tr -= 2 * np.pi * (tr > np.pi)
            G.append(np.exp(-3.5 * (radius / (0.3 / 1.85**i) - 1) ** 2 - 2 * np.pi * tr**2))
    return np.array(G, np.float32)


def prefilter(images, threads, fc=4, w=5):
    b, h, v = images.shape
    n = max(h, v) + 2 * w
    n += n % 2
    images = np.pad(np.log1p(images), ((0, 0), (w, w), (w, w)), mode="symmetric")
    images = np.pad(images, ((0, 0), (0, n - h - 2 * w), (0, n - v - 2 * w)), mode="symmetric")
    f, half = np.fft.fftfreq(n, 1 / n), np.arange(n // 2 + 1)
    gf = np.exp(-(f[:, None] ** 2 + half[None, :] ** 2) * np.log(2) / fc**2).astype(np.float32)

    def low(a):
        return sf.irfft2(sf.rfft2(a, workers=threads) * gf, s=(n, n), workers=threads)

    images = images - low(images)
    images /= 0.2 + np.sqrt(np.abs(low(images**2)))
    return images[:, w:w + h, w:w + v]


def gist(images, G, threads, border=32, blocks=4):
    b, h, v = images.shape[:3]
    images = images.reshape(b, h, v, -1).mean(3, dtype=np.float32)
    images -= images.min((1, 2), keepdims=True)
    images *= 255 / np.maximum(images.max((1, 2), keepdims=True), 1e-30)
    images = np.pad(prefilter(images, threads), ((0, 0), (border, border), (border, border)),
                    mode="symmetric")
    spectra = sf.fft2(images, workers=threads)
    ys, xs = np.arange(blocks + 1) * h // blocks, np.arange(blocks + 1) * v // blocks
    area = np.outer(np.diff(xs), np.diff(ys)).ravel()
    out = np.empty((b, len(G), blocks * blocks), np.float32)
    for f, g in enumerate(G):
        answers = sf.ifft2(spectra * g, workers=threads, overwrite_x=True)
        z = answers[:, border:border + h, border:border + v]
        size = np.sqrt(z.real**2 + z.imag**2)  # twice as fast as abs, which minds overflow
        sums = np.add.reduceat(np.add.reduceat(size, ys[:-1], axis=1), xs[:-1], axis=2)
        out[:, f] = sums.transpose(0, 2, 1).reshape(b, -1) / area
    return out.reshape(b, -1)


def main():
    h, v, channels, threads = map(int, sys.argv[2:6])
    pictures = np.fromfile(sys.argv[1], np.uint8).reshape(-1, h, v, channels)
    assert h == v, "the peer describes square pictures"
    batch = max(1, 2**18 // ((h + 64) * (v + 64)))  # what was fastest of 2^12 .. 2^22
    start, cpu = time.perf_counter(), time.process_time()
    G = transfer_functions(h + 64)
    out = np.concatenate([gist(pictures[i:i + batch], G, threads)
                          for i in range(0, len(pictures), batch)])
    seconds, processor = time.perf_counter() - start, time.process_time() - cpu
    print(f"{seconds:.3f} s, {processor:.3f} s of processor time")
    if len(sys.argv) > 6:
        out.tofile(sys.argv[6])


main()

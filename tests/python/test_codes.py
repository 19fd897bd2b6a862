"""Codes: made of arrays, turned into arrays, indexed, stored."""

import copy
import pickle

import numpy as np
import pytest
from conftest import distances_of

import hashlab
from hashlab import Codes

BITS = [1, 7, 8, 12, 63, 64, 65, 200]


def random_bits(n, bits):
    return np.random.default_rng(bits).integers(0, 2, (n, bits), dtype=np.uint8)


@pytest.mark.parametrize("bits", BITS)
def test_bits_come_back_from_every_form(bits):
    table = random_bits(9, bits)
    codes = Codes.from_bits(table)
    assert (codes.to_bits() == table).all()
    assert (codes.to_signs() == 2 * table.astype(int) - 1).all()
    assert codes.to_signs().dtype == np.int8
    assert (codes.digits() == table).all()
    assert (codes.packed() == np.packbits(table, axis=1, bitorder="little")).all()
    assert Codes.from_packed(codes.packed(), bits) == codes
    assert Codes.from_signs(table - 0.5) == codes
    assert Codes.from_bits(table.astype(bool)) == codes
    big = np.packbits(table, axis=1)
    assert Codes.from_packed(big, bits, order="big") == codes


def test_packed_codes_are_a_view_that_cannot_be_written(codes):
    packed = codes.packed()
    assert not packed.flags.writeable
    assert np.shares_memory(packed, codes.packed())
    with pytest.raises(ValueError):
        packed[0, 0] = 1


def test_a_view_outlives_its_codes():
    packed = Codes.from_bits(random_bits(1000, 64)).packed()
    assert (packed == np.packbits(random_bits(1000, 64), axis=1, bitorder="little")).all()


def test_sign_of_zero_is_bit_zero_and_nan_is_refused():
    assert Codes.from_signs([[-1.0, -0.0, 0.0, 2.0]]).to_bits().tolist() == [[0, 0, 0, 1]]
    with pytest.raises(hashlab.InvalidArgument, match="NaN"):
        Codes.from_signs([[np.nan, 1.0]])


def test_wide_digits_hold_values(wide):
    assert wide.digit_bits == 2 and wide.distance == "manhattan"
    assert wide.max_distance == 3 * 12
    digits = wide.digits()
    assert digits.shape == (600, 12) and digits.max() == 3
    bits = wide.to_bits().reshape(600, 12, 2)
    assert (digits == bits[:, :, 0] + 2 * bits[:, :, 1]).all()
    assert Codes.from_bits(wide.to_bits(), digit_bits=2) == wide


def test_digits_of_different_widths():
    packed = np.array([[0b01110101], [0b11111111]], np.uint8)
    codes = Codes.from_packed(packed, 8, widths=[1, 3, 4])
    assert codes.widths == (1, 3, 4) and codes.digit_bits == 0
    assert codes.digits().tolist() == [[1, 2, 7], [1, 7, 15]]
    assert codes.max_distance == 1 + 7 + 15
    assert pickle.loads(pickle.dumps(codes)) == codes


def test_thermometer_codes_have_the_same_distances(wide):
    few = wide[:20]
    hamming = few.thermometer()
    assert hamming.distance == "hamming" and hamming.bits == few.max_distance
    assert (distances_of(hamming, hamming) == distances_of(few, few)).all()
    packed = few.to_faiss()
    assert packed.shape == (20, few.faiss_bits // 8) and packed.flags.c_contiguous
    bits = np.unpackbits(packed, axis=1).astype(int)
    assert (np.abs(bits[:, None] - bits[None]).sum(2) == distances_of(few, few)).all()


def test_indexing_is_that_of_lists_and_arrays(codes):
    bits = codes.to_bits()
    assert (codes[3].to_bits() == bits[3:4]).all()
    assert (codes[-1].to_bits() == bits[-1:]).all()
    assert (codes[10:40:3].to_bits() == bits[10:40:3]).all()
    assert (codes[::-1].to_bits() == bits[::-1]).all()
    rows = np.array([5, 1, 5, -2])
    assert (codes[rows].to_bits() == bits[rows]).all()
    mask = bits[:, 0] == 1
    assert (codes[mask].to_bits() == bits[mask]).all()
    assert len(codes[[]]) == 0
    for wrong in (600, -601, [600], np.zeros(5, bool), [[0]], [0.5], "a"):
        with pytest.raises(IndexError):
            codes[wrong]


def test_codes_are_values(codes):
    assert codes == codes[:] and codes != codes[:-1] and codes != "codes"
    assert pickle.loads(pickle.dumps(codes)) == codes
    assert copy.deepcopy(codes) == codes and copy.copy(codes) == codes
    with pytest.raises(TypeError, match="unhashable"):
        hash(codes)
    assert repr(codes) == "600 codes of 24 bits, Hamming distance"
    assert np.asarray(codes).shape == (600, 24)
    with pytest.raises(TypeError, match="made by"):
        Codes()


def test_iteration_ends(codes):
    assert sum(len(code) for code in codes[:7]) == 7


def test_use_of_the_code_space():
    use = Codes.from_bits([[0, 1], [0, 1], [0, 0], [0, 1]]).use()
    assert use.distinct == 2 and use.largest_share == 0.75
    assert use.bit_entropy == pytest.approx((-0.25 * np.log2(0.25) - 0.75 * np.log2(0.75)) / 2)


def test_a_file_keeps_codes(codes, wide, tmp_path):
    for each in (codes, wide):
        each.write(tmp_path / "codes.h5")
        assert hashlab.read_codes(tmp_path / "codes.h5") == each
    np.save(tmp_path / "bits.npy", codes.to_signs())
    assert hashlab.read_codes(tmp_path / "bits.npy") == codes


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda: Codes.from_packed(np.zeros((2, 2))), "expected uint8"),
        (lambda: Codes.from_packed(np.zeros((2, 2), np.uint8), 24), "have 3 bytes"),
        (lambda: Codes.from_packed(np.full((2, 1), 255, np.uint8), 7), "row 0 has a bit set"),
        (lambda: Codes.from_packed(np.zeros((2, 1), np.uint8), 0), "bits = 0"),
        (lambda: Codes.from_packed(np.zeros((2, 1), np.uint8), 7, digit_bits=2), "whole number"),
        (lambda: Codes.from_packed(np.zeros((2, 1), np.uint8), 8, digit_bits=7), "1 .. 6"),
        (lambda: Codes.from_packed(np.zeros((2, 1), np.uint8), 8, widths=[3, 4]), "add up to 7"),
        (lambda: Codes.from_packed(np.zeros((2, 1), np.uint8), order="middle"), "order"),
        (lambda: Codes.from_bits([[0, 2]]), "neither 0 nor 1"),
        (lambda: Codes.from_bits([0, 1]), "a row a code"),
        (lambda: Codes.from_bits(np.zeros((3, 0))), "bits = 0"),
        (lambda: Codes.from_signs([["a"]]), "expected numbers"),
        (lambda: Codes.from_bits(np.zeros((0, 3))).use(), "at least one"),
    ],
)
def test_what_cannot_be_codes_is_refused_in_one_line(make, text):
    with pytest.raises(hashlab.InvalidArgument, match=text) as refusal:
        make()
    assert "\n" not in str(refusal.value)

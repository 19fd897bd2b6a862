"""Hashing methods by name, and their options as keyword arguments."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, List, Mapping, NamedTuple, Tuple

from hashlab import _core
from hashlab._errors import InvalidArgument
from hashlab._inputs import option_text, option_value


class Option(NamedTuple):
    """An option of a method."""

    name: str
    """as a keyword argument"""
    default: Any
    allowed: str
    help: str
    key: str
    """as in experiment files: with hyphens"""


def _keyword(key: str) -> str:
    # The one is a word of the language, the other a parameter of Hasher.
    name = key.replace("-", "_")
    return name + "_" if name in ("lambda", "bits") else name


@lru_cache(maxsize=None)
def _options(head: str) -> Dict[str, Option]:
    projection, _, quantiser = head.partition("+")
    found = _core.options_of(projection, quantiser)
    return {
        _keyword(key): Option(_keyword(key), option_value(default), allowed, help, key)
        for key, default, allowed, help in found
    }


def options(hasher: str) -> Dict[str, Option]:
    """The options of a method such as "itq+npq", by their names as keyword arguments: lambda is
    lambda_, and the bits of a dimension (of rabitq, for example) are bits_."""
    return dict(_options(str(hasher).partition(":")[0]))


def projections() -> List[str]:
    """The names of the projections that this package can train; PairHasher's are
    two_view_projections()."""
    return _core.learnable()


def two_view_projections() -> List[str]:
    """The names of the methods of PairHasher."""
    return _core.cross_modal()


def quantisers() -> List[str]:
    """The names of the quantisers of single dimensions, whose codes are compared with each
    other."""
    return _core.quantisers()


def vector_quantisers() -> List[str]:
    """The names of the quantisers that code a vector as a whole, as in "haar+rabitq": Hasher.search
    compares their codes with real values. They are used after "haar", "raw" or "pca"."""
    return _core.vector_quantisers()


def _settings_of(text: str) -> Tuple[str, Dict[str, str]]:
    head, _, tail = text.partition(":")
    pairs = [part.partition("=") for part in tail.split(",") if part]
    return head, {key: value for key, _, value in pairs}


def settings(hasher: str) -> Dict[str, Any]:
    """The value of every option of a method, by keyword, as its text sets them."""
    head, own = _settings_of(hasher)
    return {
        option.name: option_value(own[option.key]) if option.key in own else option.default
        for option in _options(head).values()
    }


def _is_default(option: Option, text: str) -> bool:
    value = option_value(text)
    same_kind = isinstance(value, bool) == isinstance(option.default, bool)
    return same_kind and value == option.default


def method_text(hasher: Any, given: Mapping[str, Any]) -> str:
    """The method with the options given, as experiment files name it.

    Options equal to their defaults are left out, so that none is refused for having no effect.
    """
    if not isinstance(hasher, str):
        raise InvalidArgument(f"hasher = {hasher!r}, expected a text such as 'itq+sbq'")
    if not given:
        return hasher
    head, own = _settings_of(hasher)
    known = _options(head)
    for name, value in given.items():
        check_option(hasher, name)
        text = option_text(name, value)
        if _is_default(known[name], text):
            own.pop(known[name].key, None)
        else:
            own[known[name].key] = text
    tail = ",".join(f"{key}={value}" for key, value in own.items())
    return f"{head}:{tail}" if tail else head


def check_option(hasher: str, name: str) -> None:
    """Refuses a keyword that is no option of the method."""
    known = options(hasher)
    if name in known:
        return
    of = ", ".join(known) if known else "none"
    raise InvalidArgument(f"'{hasher}' has no option {name!r}, its options are: {of}")

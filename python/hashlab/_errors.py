"""The errors and warnings of hashlab."""


class Error(Exception):
    """An error of hashlab: one line that says where, what was found, what was expected, and what
    to do."""


class InvalidArgument(Error, ValueError):
    """A value, or a combination of values, that cannot be used."""


class NotFound(Error, FileNotFoundError):
    """A file, a data set or a name that does not exist."""


class CorruptFile(Error, ValueError):
    """A file that is not what it should be."""


class Unreadable(Error, OSError):
    """A file that exists but cannot be read."""


class WriteError(Error, OSError):
    """The system refuses to write, or to give a resource such as a thread."""


class NumericalError(Error, ArithmeticError):
    """A decomposition failed, training diverged, or a value is not finite."""


class EngineMissing(Error, RuntimeError):
    """A network needs LibTorch, which the program hashlab-torch alone has."""


class BlasWarning(UserWarning):
    """OpenBLAS has chosen kernels of 2004, which are slower and round differently."""


class MetricWarning(UserWarning):
    """A metric that probably is not the one that was meant."""

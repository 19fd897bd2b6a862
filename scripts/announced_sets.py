"""The data sets of the run announced in results/kept/own-method.md, in its order: the stem of the
file, and the name in tables."""

SETS = {"cifar10_gist512": "CIFAR-10", "mnist": "MNIST", "usps": "USPS",
        "scene15_gist512": "15-Scene", "mfeat_multiview": "mfeat", "coil20": "COIL-20",
        "landuse21_3view": "LandUse-21", "ccv_3view": "CCV", "leaves100_multiview": "leaves100",
        "mirflickr5k": "MIRFlickr"}

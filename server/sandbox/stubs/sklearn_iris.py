"""Fisher's iris data (1936), which lessons load from scikit-learn: 150 flowers, three species."""

from __future__ import annotations

from typing import Any

import numpy as np

# For each flower: length and width of sepal and petal in millimetres, two digits each.
_FLOWERS = """
51351402 49301402 47321302 46311502 50361402 54391704 46341403 50341502 44291402 49311501
54371502 48341602 48301401 43301101 58401202 57441504 54391304 51351403 57381703 51381503
54341702 51371504 46361002 51331705 48341902 50301602 50341604 52351502 52341402 47321602
48311602 54341504 52411501 55421402 49311502 50321202 55351302 49361401 44301302 51341502
50351303 45231303 44321302 50351606 51381904 48301403 51381602 46321402 53371502 50331402
70324714 64324515 69314915 55234013 65284615 57284513 63334716 49243310 66294613 52273914
50203510 59304215 60224010 61294714 56293613 67314414 56304515 58274110 62224515 56253911
59324818 61284013 63254915 61284712 64294313 66304414 68284814 67305017 60294515 57263510
55243811 55243710 58273912 60275116 54304515 60344516 67314715 63234413 56304113 55254013
55264412 61304614 58264012 50233310 56274213 57304212 57294213 62294313 51253011 57284113
63336025 58275119 71305921 63295618 65305822 76306621 49254517 73296318 67255818 72366125
65325120 64275319 68305521 57255020 58285124 64325323 65305518 77386722 77266923 60225015
69325723 56284920 77286720 63274918 67335721 72326018 62284818 61304918 64285621 72305816
74286119 79386420 64285622 63285115 61265614 77306123 63345624 64315518 60304818 69315421
67315624 69315123 58275119 68325923 67335725 67305223 63255019 65305220 62345423 59305118
"""


class Bunch(dict):
    """A dictionary whose entries are attributes as well."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]


def load_iris(*, return_X_y: bool = False, as_frame: bool = False) -> Any:
    """Return the flowers `(150, 4)` in centimetres and their species `(150,)`, with all names."""
    if as_frame:
        raise NotImplementedError("There is no pandas here: leave `as_frame` out.")
    digits = np.array([[int(each[i:i + 2]) for i in (0, 2, 4, 6)] for each in _FLOWERS.split()])
    data, target = digits / 10, np.repeat(np.arange(3), 50)
    if return_X_y:
        return data, target
    names = [f"{part} {size} (cm)" for part in ("sepal", "petal") for size in ("length", "width")]
    return Bunch(data=data, target=target, frame=None,
                 target_names=np.array(["setosa", "versicolor", "virginica"]),
                 DESCR="Fisher's irises: 150 flowers of three kinds, 50 of each.",
                 feature_names=names, filename="iris.csv", data_module="sklearn.datasets.data")

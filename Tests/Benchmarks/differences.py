"""Prints the differences of other tools, for `figures differences`: a JSON line for each tool that is installed.

usage: differences.py CASES
"""

import copy
import json
import sys
import time


def size(value):
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str).encode())


def jsonpatch_tool():
    import jsonpatch

    return (
        lambda old, new: jsonpatch.make_patch(old, new).patch,
        lambda old, patch: jsonpatch.apply_patch(old, patch),
        len,
    )


def jsondiff_tool():
    import jsondiff

    differ = jsondiff.JsonDiffer(marshal=True)

    def count(patch):
        if not isinstance(patch, dict):
            return 1
        return sum(len(v) if k in ("$insert", "$delete") else count(v) for k, v in patch.items())

    return differ.diff, lambda old, patch: differ.patch(old, patch), count


def deepdiff_tool():
    from deepdiff import DeepDiff, Delta

    def diff(old, new):
        return Delta(DeepDiff(old, new), raise_errors=True).diff

    return diff, lambda old, patch: old + Delta(patch, raise_errors=True), lambda patch: sum(map(len, patch.values()))


def measure(diff, apply, count, case):
    old, new = case["from"], case["to"]
    times = []
    for _ in range(50):
        start = time.perf_counter()
        patch = diff(old, new)
        times.append(time.perf_counter() - start)
    try:
        is_correct = apply(copy.deepcopy(old), patch) == new
    except Exception:
        is_correct = False
    return {
        "correct": is_correct,
        "operations": count(patch),
        "bytes": size(patch),
        "microseconds": sorted(times)[len(times) // 2] * 1e6,
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    for name, tool in [("jsonpatch", jsonpatch_tool), ("jsondiff", jsondiff_tool), ("deepdiff", deepdiff_tool)]:
        try:
            diff, apply, count = tool()
        except ImportError:
            continue
        print(json.dumps({"tool": name, "results": [measure(diff, apply, count, case) for case in cases]}))


main()

# numbers out of tensors into text: f-strings, format, %, round, join
import torch

loss = torch.tensor(0.123456789)
count = torch.tensor(42)
flag = torch.tensor(True)
row = torch.tensor([0.5, 1.25, -3.0])
print(f"{loss}", f"{loss:.4f}", f"{loss:10.2e}|", f"{loss:<9.3f}|", f"{loss:%}", f"{loss!r}")
print(f"{count}", f"{count:5d}|", f"{count:05}", f"{count:x}", f"{count:,}", f"{count:.1f}")
print(f"{flag}", f"{flag!s:>14}|", str(flag), bool(flag))
print("loss: %.3f, count: %d, %s" % (loss, count, row))
print("loss: {:.2f} of {}; {!r}".format(loss, count, row))
print("epoch", 1, "loss", loss.item(), "rounded", round(loss.item(), 3), sep=" | ")
print(", ".join(f"{v:+.2f}" for v in row), [round(v, 1) for v in row.tolist()])
print("\t".join(map(str, row)), *row, sep="\n")
print(round(float(loss), 2), torch.round(loss, decimals=2), int(count) // 5, count // 5)
print({"loss": loss, "row": row}, (count,), [flag], {count.item(): row[0]})
for bad in (lambda: f"{row:.2f}", lambda: "%d" % row, lambda: f"{count:s}"):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
header = f"{'name':<8}{'mean':>8}{'std':>8}"
print(header, "-" * len(header), sep="\n")
for name, t in {"row": row, "ones": torch.ones(3)}.items():
    print(f"{name:<8}{t.mean():>8.3f}{t.std().item():>8.3f}")

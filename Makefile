# OpenBench's convention: `make EXE=path` leaves the bare engine at that path.
EXE ?= mangoac

.PHONY: all
all:
	cargo rustc --release --no-default-features --bin mangoac -- -C target-cpu=native --emit link=$(EXE)

.PHONY: clean
clean:
	cargo clean
	rm -f mangoac

package io.twophase.test.contract.range;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.RangeRepository;

/** The same accounts, by themselves and as batches hold them. */
public record RangeStore(AccountRepository accounts, RangeRepository ranges) {}

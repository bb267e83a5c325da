package io.twophase.app.equality;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;

/** The two ports of one store, which is empty at first. */
record Ports(AccountRepository accounts, TransactionRepository transactions) {}

package io.twophase.test.equality;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;

/**
 * Both repositories of one store.
 *
 * @param accounts its accounts
 * @param transactions its transaction records
 */
public record Stores(AccountRepository accounts, TransactionRepository transactions) {}

/**
 * The duties of every adapter of the ports, as tests. An adapter's own test extends {@link
 * io.twophase.test.contract.account.AccountRepositoryContract} or {@link
 * io.twophase.test.contract.transaction.TransactionRepositoryContract}, and is its set-up and
 * nothing else.
 */
@NullMarked
package io.twophase.test.contract;

import org.jspecify.annotations.NullMarked;

/**
 * What every adapter of the ports must do, as tests. An adapter's own test extends {@link
 * io.twophase.ports.contract.AccountRepositoryContract} or {@link
 * io.twophase.ports.contract.TransactionRepositoryContract}, and is its set-up and nothing else.
 */
@NullMarked
package io.twophase.ports.contract;

import org.jspecify.annotations.NullMarked;

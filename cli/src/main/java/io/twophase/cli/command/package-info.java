/**
 * The commands on accounts, on transactions and on the embedded server and its store, those that
 * keep a store in order, and the bench.
 */
@NullMarked
package io.twophase.cli.command;

import org.jspecify.annotations.NullMarked;
